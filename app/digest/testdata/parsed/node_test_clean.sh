cat >errors.test.mjs <<'JS'
import assert from 'node:assert'
import { describe, it } from 'node:test'

describe('ErrorBoundary', () => {
  it('throws TypeError: x is not a function', () => {
    assert.throws(() => { throw new TypeError('x') }, TypeError)
  })
  it('fails with 0 errors', { skip: 'Error: later' }, () => {})
  it('logs', () => { console.log('0 errors, 0 failed'); console.log('at cart.js:1:2') })
})
JS
once node --test --test-reporter=spec errors.test.mjs
