cat >app.py <<'PY'
import sys
print("web-1     | INFO:     127.0.0.1:5000 - \"GET /errors/500 HTTP/1.1\" 200 OK")
print("db-1      | 2026-11-21 08:00:00.000 UTC [1] LOG:  database system is ready to accept connections")
print("db-1      | 2026-11-21 08:00:01.000 UTC [27] STATEMENT:  select * from errors where error = 'TypeError: x'")
print("redis-1   | 1:M 21 Nov 2026 08:00:00.000 * Ready to accept connections tcp")
print("mail-1    | [info] 0 errors, 0 bounced; retry=0 error=none failed=false")
print("Errors: 0  Warnings: 0  Failures: 0")
print("error rate 0.0 %, exceptions/min 0")
print("no errors found; error-handler.js:12:3 loaded")
print("   ✓ handles errors (2 ms)")
print('  "error": null,')
print("Building error pages... done (errors.css, fatal.css)")
PY
once /usr/bin/python3 app.py
