mkdir src
echo '{"type":"module"}' >package.json
cat >src/main.ts <<'TS'
import { price } from './price'
const name = 'tea
console.log(price, name)
TS
once esbuild src/main.ts --bundle --outfile=out.js
cat >src/main.ts <<'TS'
import { price } from './price'
if (typeof price === "nil") console.log(price)
TS
once esbuild src/main.ts --bundle --outfile=out.js
