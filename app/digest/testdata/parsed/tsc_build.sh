mkdir -p core web
echo '{ "files": [], "references": [{ "path": "core" }, { "path": "web" }] }' >tsconfig.json
echo '{ "compilerOptions": { "composite": true, "strict": true, "types": [] } }' >core/tsconfig.json
echo '{ "compilerOptions": { "composite": true, "strict": true, "types": [] }, "references": [{ "path": "../core" }] }' >web/tsconfig.json
printf 'export interface Item { name: string; price: number }\nexport function price(item: Item | undefined) {\n  return item.price\n}\n' >core/price.ts
printf 'import { price } from "../core/price"\nimport fs from "no-such-package"\nprice({ name: "tea", price: "2" })\n' >web/main.ts
once tsc -b --pretty
printf 'export interface Item { name: string; price: number }\nexport function price(item: Item) {\n  return item.price\n}\n' >core/price.ts
once tsc -b --pretty false
echo '{ "compilerOptions": { "strict": true, "no_such_option": 1 } }' >core/tsconfig.json
once tsc -p core --noEmit
