cat >app.mjs <<'JS'
import net from 'node:net'
class PriceError extends Error {
  name = 'PriceError'
}
function price() {
  try {
    return JSON.parse('')
  } catch (cause) {
    throw new PriceError('no price for tea', { cause })
  }
}
try {
  price()
} catch (e) {
  console.error(e)
}
process.on('uncaughtException', (e) => console.error('uncaught:', e.stack))
setTimeout(() => { throw new RangeError('late') }, 10)
setTimeout(() => {
  process.removeAllListeners('uncaughtException')
  Promise.reject({ code: 'E_NONE', orders: [1, 2] })
}, 50)
JS
once node app.mjs
cat >listen.mjs <<'JS'
import http from 'node:http'
const a = http.createServer().listen(0, '127.0.0.1', () => http.createServer().listen(a.address().port, '127.0.0.1'))
JS
once node listen.mjs
cat >agg.mjs <<'JS'
await Promise.any([Promise.reject(new Error('first mirror is down')), Promise.reject(new Error('second mirror is down'))])
JS
once node agg.mjs
