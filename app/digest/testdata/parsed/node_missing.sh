cat >app.cjs <<'JS'
require('no-such-package')
JS
once node app.cjs
