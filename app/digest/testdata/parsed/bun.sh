printf 'import { total } from "./cart"\nconsole.log("start")\nconsole.log(total(null))\n' >app.ts
printf 'export function total(cart: any) {\n  return cart.items.length\n}\n' >cart.ts
once bun run app.ts
printf 'import { totl } from "./cart"\nconsole.log(totl)\n' >app.ts
once bun run app.ts
printf 'const a = ;\n' >cart.ts
once bun run app.ts
printf 'import x from "no-such-package"\nconsole.log(x)\n' >app.ts
once bun run app.ts
printf 'Bun.serve({ port: +process.env.PORT!, fetch() { throw new Error("no tea") } })\nconsole.log("listening")\n' >app.ts
serve bun --hot app.ts
printed "listening"
get /
printed "no tea"
finish
