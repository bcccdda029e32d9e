mkdir -p src/pages
echo '{"type":"module"}' >package.json
echo 'export default {}' >astro.config.mjs
printf -- '---\nconst cart = undefined\n---\n<h1>{cart.items}</h1>\n' >src/pages/cart.astro
printf -- '---\nimport Price from "../Price.astro"\n---\n<Price />\n' >src/pages/price.astro
printf '<h1>Hello</h1>\n' >src/pages/index.astro
export ASTRO_TELEMETRY_DISABLED=1
serve astro dev --port $PORT --host 127.0.0.1
printed "ready in"
get /
get /cart
get /price
printed "Price.astro"
get /no-such-page
finish
