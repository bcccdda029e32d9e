mkdir src
echo '{"type":"module"}' >package.json
printf 'export default [{ rules: { "no-undef": "error", "no-such-rule": "error" } }]\n' >eslint.config.js
printf 'const a = 1\n' >src/a.js
once eslint src
printf 'export default [{ rules: { "no-undef": "eror" } }]\n' >eslint.config.js
once eslint src
printf 'export default [{ rules: { "no-console": "warn", "eqeqeq": "error" } }]\n' >eslint.config.js
printf 'console.log(1)\nif (globalThis.a == 1) {\n  globalThis.a = 2 // eslint-disable-line no-alert\n}\n' >src/a.js
once eslint src
