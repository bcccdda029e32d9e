mkdir src
echo '{"type":"module"}' >package.json
echo '<!doctype html><div id="app"></div><script type="module" src="/src/main.js"></script>' >index.html
printf 'import { svelte } from "@sveltejs/vite-plugin-svelte"\nexport default { plugins: [svelte()], cacheDir: ".vite" }\n' >vite.config.js
printf 'import { mount } from "svelte"\nimport App from "./App.svelte"\nmount(App, { target: document.getElementById("app") })\n' >src/main.js
printf '<h1>tea</h1>\n<img src="/tea.png">\n' >src/App.svelte
serve vite --port $PORT --host 127.0.0.1
printed "ready in"
get /src/App.svelte
printed "a11y"
printf '<h1>tea</h1>\n{#if true}\n<p>tea</p>\n' >src/App.svelte
sleep 1
get /src/App.svelte
printed "was left open"
sleep 1
printf '<h1>tea</h1>\n' >src/App.svelte
sleep 1
get /src/App.svelte
finish
