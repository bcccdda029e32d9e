mkdir src
echo '{"type":"module"}' >package.json
echo '<!doctype html><link rel="stylesheet" href="/src/a.css">' >index.html
printf 'export default { cacheDir: ".vite", server: { proxy: { "/api": "http://127.0.0.1:9" } } }\n' >vite.config.js
printf 'h1 { color: red }\n' >src/a.css
serve vite --port $PORT --host 127.0.0.1
printed "ready in"
get /
get /api/orders
get /api/orders
printed "http proxy error" 2
printf 'h1 { color: red \nh2 { color: blue }\n@import "./none.css";\n' >src/a.css
get /src/a.css text/css
printed "none.css"
printf 'import plugin from "vite-plugin-none"\nexport default { plugins: [plugin()], cacheDir: ".vite" }\n' >vite.config.js
sleep 2
finish
