echo '{"type":"module"}' >package.json
cat >errors.test.js <<'JS'
import { describe, expect, it } from 'vitest'

describe('ErrorBoundary', () => {
  it('shows TypeError: x is not a function', () => {
    console.log('Error handler called with 0 errors')
    expect(() => { throw new TypeError('x is not a function') }).toThrow(TypeError)
  })
  it.skip('FAIL is a word', () => {})
  it('failed payments are 0', () => {})
})
JS
once vitest run --reporter verbose
