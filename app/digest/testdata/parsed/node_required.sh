cat >menu.js <<'JS'
module.exports = ['tea';
JS
cat >app.js <<'JS'
const http = require('http')
const menu = require('./menu')
JS
once node app.js
