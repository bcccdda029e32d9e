cat >api.cjs <<'JS'
require('http').createServer((req, res) => {
  try {
    res.end(String(req.session.cart))
  } catch (e) {
    console.error(e)
    res.end('x')
  }
}).listen(process.env.PORT, () => console.log('api listens'))
JS
printf 'import time\nprint("worker up", flush=True)\ntime.sleep(2)\n{}["tea"]\n' >worker.py
serve "concurrently -n api,worker 'node api.cjs' '/usr/bin/python3 worker.py'"
printed "api listens"
get /
printed "KeyError"
finish
