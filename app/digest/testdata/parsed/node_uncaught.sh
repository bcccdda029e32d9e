cat >cart.js <<'JS'
export function total(cart) {
  return cart.items.length
}
JS
cat >app.js <<'JS'
import { total } from './cart.js'
console.log('starting')
console.log(total({}))
JS
echo '{"type":"module"}' >package.json
once node app.js
