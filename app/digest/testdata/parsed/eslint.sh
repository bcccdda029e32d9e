mkdir src
cat >eslint.config.mjs <<'JS'
export default [{ files: ['src/**/*.js'], rules: { 'no-undef': 'error', 'no-unused-vars': 'warn' } }]
JS
printf 'const price = 1\ntotl(2)\n' >src/cart.js
printf 'const a = ;\n' >src/main.js
printf 'export const fine = 1\n' >src/fine.js
once eslint src
