cat >cart.test.js <<'JS'
import { describe, expect, test } from 'vitest'
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
once vitest run
