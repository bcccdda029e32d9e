cat >cart.test.js <<'JS'
const { total } = require('./cart')

describe('cart', () => {
  beforeEach(() => {
    if (!process.env.SHOP_DB) throw new Error('SHOP_DB is not set')
  })
  it('adds', () => {
    expect(total([1, 2])).toEqual({ sum: 3 })
  })
})
JS
printf 'exports.total = (items) => ({ sum: items.length })\n' >cart.js
printf "const x = require('./none')\ntest('x', () => {})\n" >none.test.js
printf "test('y', () => {\n  const a = ;\n})\n" >syntax.test.js
cat >obj.test.js <<'JS'
test('sum', () => {
  expect({ sum: 2, tax: 1 }).toEqual({ sum: 3, tax: 1 })
})
test('late', (done) => {}, 50)
JS
echo '{}' >package.json
once jest --ci
