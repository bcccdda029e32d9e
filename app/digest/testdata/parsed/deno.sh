export NO_COLOR= DENO_NO_UPDATE_CHECK=1
printf 'import { total } from "./cart.ts"\nconsole.log("start")\nconsole.log(total(null))\n' >app.ts
printf 'export function total(cart: any): number {\n  return cart.items.length\n}\n' >cart.ts
once deno run app.ts
printf 'import { total } from "./cart.ts"\nconst n: string = total(1)\nconsole.log(n)\n' >app.ts
once deno check app.ts
printf 'const a = ;\n' >app.ts
once deno run app.ts
printf 'Deno.readTextFileSync("/etc/hosts")\n' >app.ts
once deno run --no-prompt app.ts
printf 'import "./none.ts"\n' >app.ts
once deno run app.ts
