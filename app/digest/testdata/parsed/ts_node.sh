echo '{}' >package.json
echo '{ "compilerOptions": { "module": "commonjs", "target": "es2022", "strict": true, "types": [], "lib": ["es2022", "dom"] } }' >tsconfig.json
printf 'interface Cart { items: number[] }\nexport function total(cart: Cart) {\n  return cart.itms.length\n}\nconsole.log(total({ items: "2" }))\n' >app.ts
once ts-node app.ts
printf 'function total(cart: any) {\n  return cart.items.length\n}\nconsole.log(total({}))\n' >app.ts
once ts-node app.ts
