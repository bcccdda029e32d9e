cat >cart.test.cjs <<'JS'
const assert = require('assert')
describe('cart', () => {
  it('adds', () => assert.strictEqual(1 + 2, 4))
  it('is quick', function (done) { this.timeout(30) })
  it('reads', () => { JSON.parse('{') })
  it('shows errors', () => {})
})
JS
once mocha cart.test.cjs
