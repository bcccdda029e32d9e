mkdir src
echo '{"type":"module"}' >package.json
echo '<!doctype html><script type="module" src="/src/main.js"></script>' >index.html
printf 'import { total } from "./cart.js"\nimport "./none.css"\nconsole.log(total)\n' >src/main.js
printf 'export const sum = 1\n' >src/cart.js
once vite build
printf 'import { total } from "./cart.js"\nconsole.log(total)\n' >src/main.js
once vite build
printf 'export const total = 1\n' >src/cart.js
once vite build
