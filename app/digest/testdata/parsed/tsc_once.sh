mkdir src
echo '{"compilerOptions":{"strict":true,"noEmit":true,"skipLibCheck":true,"types":[]},"include":["src"]}' >tsconfig.json
cat >src/cart.ts <<'TS'
export function total(items: number[]): string {
  return items.reduce((a, b) => a + b, 0)
}
const n: number = 'tea'
TS
cat >src/main.ts <<'TS'
import { totl } from './cart'
console.log(totl([1]))
TS
once tsc -p .
tsc -p . | cat >>"$out"
