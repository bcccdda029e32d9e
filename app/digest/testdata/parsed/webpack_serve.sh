echo {} >package.json
mkdir src
cat >webpack.config.cjs <<'JS'
module.exports = {
  mode: 'development', devtool: false,
  devServer: { proxy: [{ context: ['/api'], target: 'http://127.0.0.1:9' }], client: { logging: 'none' } },
}
JS
echo 'console.log(1)' >src/index.js
serve webpack serve --port $PORT --host 127.0.0.1
printed "compiled successfully"
get /api/orders
printed "ECONNREFUSED"
sleep 1
printf 'import { price } from "./price"\nexport { totl } from "./cart"\nconsole.log(price)\n' >src/index.js
printf 'export const total = 1\n' >src/cart.js
printed "compiled with"
sleep 1
printf 'console.log(2)\n' >src/index.js
printed "compiled successfully" 2
finish
