cat >app.cjs <<'JS'
const http = require('http')
http.createServer((req, res) => {
  try {
    JSON.parse('{')
  } catch (e) {
    console.error('request failed:', e)
  }
  res.end('ok')
}).listen(process.env.PORT, () => console.log('listening'))
JS
serve node --watch app.cjs
printed listening
get /
get /
printed "request failed" 2
echo 'const x = ;' >>app.cjs
printed "SyntaxError: Unexpected token ';'"
sed -i '$d; s/console.error.*/console.log(1)/' app.cjs
printed listening 2
get /
finish
