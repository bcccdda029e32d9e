mkdir -p src/routes/cart
echo '{"type":"module"}' >package.json
echo '<!doctype html><html><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>' >src/app.html
printf 'import { sveltekit } from "@sveltejs/kit/vite"\nexport default { plugins: [sveltekit()], cacheDir: ".vite" }\n' >vite.config.js
echo 'export default { kit: {} }' >svelte.config.js
echo '<h1>Hello</h1>' >src/routes/+page.svelte
printf 'export function load() {\n  const cart = null\n  return { items: cart.items }\n}\n' >src/routes/cart/+page.server.js
echo '<h1>Cart</h1>' >src/routes/cart/+page.svelte
serve vite dev --port $PORT --host 127.0.0.1
printed "ready in"
get /
get /cart
get /no-such-page
printed "/no-such-page"
finish
