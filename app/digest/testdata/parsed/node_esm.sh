echo '{"type":"module"}' >package.json
printf 'export const total = 1\n' >cart.js
printf 'import { totl } from "./cart.js"\nconsole.log(totl)\n' >app.js
once node app.js
printf 'const fs = require("fs")\n' >app.js
once node app.js
printf 'import "./none.js"\n' >app.js
once node app.js
printf 'import { total } from "./cart.js"\nconst list = JSON.parse("{tea}")\n' >app.js
once node app.js
printf 'import data from "./data.json"\n' >app.js
echo '{}' >data.json
once node app.js
