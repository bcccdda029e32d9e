cat >app.js <<'JS'
const express = require('express')
const app = express()
app.get('/', (req, res) => res.send('hello'))
app.get('/cart', (req, res) => {
  res.send(req.session.cart)
})
app.get('/pay', async () => {
  throw Object.assign(new Error('card declined'), { status: 402, code: 'E_CARD' })
})
app.listen(process.env.PORT, () => console.log('listening on ' + process.env.PORT))
JS
serve nodemon -L app.js
printed "listening on"
get /
get /cart
get /cart
get /pay
printed "card declined"
sed -i 's/^const app = .*/const app = expres()/' app.js
printed "app crashed"
sleep 1
sed -i "s/expres()/express()/; s/req.session.cart/'cart'/" app.js
printed "listening on" 2
get /cart
finish
