cat >app.mjs <<'JS'
import fs from 'node:fs/promises'
async function load() {
  return fs.readFile('/no/such/file')
}
await Promise.all([load()])
JS
once node app.mjs
cat >b.mjs <<'JS'
Promise.reject('no reason')
JS
once node b.mjs
