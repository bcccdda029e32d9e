echo '{"type":"module"}' >package.json
echo '<!doctype html><h1>tea</h1>' >index.html
printf 'export default { plugins: [svelt()] }\n' >vite.config.js
once vite --port $PORT
printf 'export default {\n  plugins: [,\n}\n' >vite.config.js
once vite --port $PORT
