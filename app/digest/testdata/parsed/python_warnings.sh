cat >app.py <<'PY'
import http.server
import warnings

warnings.warn("error_handler() is deprecated, use on_error()", DeprecationWarning)
print("| table   | rows | errors |\n|---------|------|--------|\n| orders  |   12 |      0 |\n| failed  |    0 |      0 |")
print("Loaded 3 error pages: 404.html, 500.html, error.html; 0 errors, 0 warnings, no exceptions")
print("ErrorBoundary mounted; TypeError is handled by errors.py:12")
http.server.test(http.server.SimpleHTTPRequestHandler, port=int(__import__("os").environ["PORT"]), bind="127.0.0.1")
PY
mkdir errors
echo x >errors/error.html
serve /usr/bin/python3 -u app.py
printed "Serving HTTP"
get /errors/error.html
get "/errors/?error=TypeError:%20x&level=error"
get "/errors/fatal.css"
get "/Error"
finish
