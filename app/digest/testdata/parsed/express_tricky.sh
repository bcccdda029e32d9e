cat >app.js <<'JS'
const express = require('express')
const app = express()
app.use(require('morgan')('combined'))
app.use(require('morgan')('dev'))
app.get('/errors/:name', (req, res) => res.send('x'))
app.get('/fail', (req, res) => res.status(500).send('x'))
app.listen(process.env.PORT, () => {
  console.log('Error handler installed; 0 errors, 0 warnings')
  console.log({ error: null, errors: [], level: 'info', message: 'no error' })
  console.table([{ name: 'error', count: 0 }, { name: 'failed', count: 0 }])
  console.log('✔ TypeError: is handled (3 ms)')
  process.emitWarning('errors() is deprecated, use error()', 'DeprecationWarning', 'DEP_SHOP')
  new Buffer(1)
  console.log('listening on ' + process.env.PORT)
})
JS
serve node app.js
printed "listening on"
get /errors/TypeError
get "/errors/syntax?error=SyntaxError:+x&exception=1"
get /warning
get /no-such/error.js:12:3
get /fail
finish
