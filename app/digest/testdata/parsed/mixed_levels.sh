cat >app.py <<'PY'
import logging, sys
logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s", stream=sys.stdout)
log = logging.getLogger("shop")
log.info("no errors so far, 0 failed")
log.warning("stock of %s is low: %d", "tea", 3)
log.error("payment %s was refused", "1a8c39d9-fd0d-48f6-a10d-96d2701e8d64")
log.error("payment %s was refused", "b6b98202-188d-4300-b113-3075c3446c12")
print('{"level":30,"msg":"error page shown"}')
print('{"level":50,"time":1700000000000,"msg":"request failed","err":{"type":"Error","message":"socket hang up"}}')
print('level=warn ts=2026-11-21T05:00:00Z caller=cart.go:17 msg="slow query" took=1.2s')
print('0 errors, 0 warnings')
print('GET /errors/404 200')
PY
once /usr/bin/python3 app.py
