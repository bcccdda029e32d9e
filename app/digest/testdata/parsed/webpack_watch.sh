mkdir src
echo 'module.exports = { mode: "development", devtool: false }' >webpack.config.cjs
echo 'console.log(1)' >src/index.js
serve webpack --watch
printed "compiled successfully"
sleep 1
printf 'const b = 1\nconst a = ;\n' >src/index.js
printed "compiled with 1 error"
sleep 1
printf 'require("./price")\nrequire("no-such-package")\n' >src/index.js
printed "compiled with 2 errors"
sleep 1
echo 'console.log(2)' >src/index.js
printed "compiled successfully" 2
finish
