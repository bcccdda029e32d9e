echo {} >package.json
mkdir -p src/errors
echo 'module.exports = { mode: "development", devtool: false, entry: { errors: "./src/errors/index.js", "error-page": "./src/errors/ErrorBoundary.js" }, stats: { assets: true, modules: true, errorsCount: true, warningsCount: true } }' >webpack.config.cjs
echo 'import "./ErrorBoundary"' >src/errors/index.js
echo 'export class ErrorBoundary {}' >src/errors/ErrorBoundary.js
once webpack
