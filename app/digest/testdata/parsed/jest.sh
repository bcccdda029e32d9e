cat >cart.test.cjs <<'JS'
function total(items) { return items.reduce((a, b) => a + b, 1) }
describe('cart', () => {
  test('total', () => {
    expect(total([1, 2])).toBe(3)
  })
  test('throws', () => {
    undefined.items
  })
  test('fine', () => {})
})
JS
echo 'module.exports = { testMatch: ["**/*.test.cjs"] }' >jest.config.cjs
once jest --config jest.config.cjs
