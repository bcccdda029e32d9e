mkdir src
echo '{}' >package.json
echo '{ "compilerOptions": { "strict": true, "types": [] } }' >tsconfig.json
echo 'module.exports = { mode: "development", devtool: false, entry: "./src/main.ts", resolve: { extensions: [".ts"] }, module: { rules: [{ test: /\.ts$/, use: "ts-loader" }, { test: /\.css$/, use: "no-such-loader" }] } }' >webpack.config.cjs
printf 'import { price } from "./price"\nconst n: number = price\n' >src/main.ts
printf 'export const price = "2"\n' >src/price.ts
once webpack
printf 'import "./a.css"\nimport { price } from "./price"\n' >src/main.ts
echo 'h1 {}' >src/a.css
once webpack
