echo '{"type":"module"}' >package.json
printf 'export const total = (items) => items.reduce((a, b) => a + b, 1)\n' >cart.js
cat >cart.test.js <<'JS'
import { beforeAll, describe, expect, it } from 'vitest'
import { total } from './cart.js'

describe('cart', () => {
  it('adds', () => {
    expect(total([1, 2])).toBe(3)
  })
  it('waits', async () => {
    await Promise.reject(new RangeError('too many items'))
  })
})
JS
printf "import { it } from 'vitest'\nimport { x } from './none.js'\nit('x', () => x)\n" >none.test.js
serve vitest --watch
printed "Watching for file changes"
sleep 1
echo 'export const x = 1' >none.js
sed -i 's/, 1)/, 0)/' cart.js
printed "Watching for file changes" 2
sed -i 's/Promise.reject(new RangeError/Promise.resolve(new RangeError/' cart.test.js
sleep 5
finish
