cat >app.cjs <<'JS'
const app = require('fastify')({ logger: true })
app.get('/cart', async (req) => req.session.cart)
app.get('/errors', async () => 'x')
app.get('/pay', async (req) => { req.log.warn('card is old'); throw Object.assign(new Error('card declined'), { statusCode: 402 }) })
app.listen({ port: +process.env.PORT }, () => {
  const Koa = require('koa')
  const koa = new Koa()
  koa.use((ctx) => { ctx.body = ctx.cart.items })
  koa.listen(+process.env.PORT + 1, () => console.log('koa listens'))
})
JS
serve node app.cjs
printed "koa listens"
get /cart
get /errors?error=1
get /pay
get /none
PORT=$((PORT + 1)) get /
printed "reading 'items'"
finish
