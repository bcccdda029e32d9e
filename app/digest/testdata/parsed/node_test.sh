cat >cart.test.mjs <<'JS'
import assert from 'node:assert'
import { describe, it } from 'node:test'

describe('cart', () => {
  it('adds', () => {
    assert.strictEqual([1, 2].length, 3)
  })
  it('has items', () => {
    const cart = {}
    cart.items.push(1)
  })
  it('shows error: none', () => {})
})
JS
once node --test --test-reporter=spec cart.test.mjs
