printf 'import flask_cors\n\napp = None\n' >app.py
once /usr/bin/gunicorn --bind 127.0.0.1:$PORT app:app
printf 'def app(env, start):\n    raise PermissionError("not your cart")\n' >app.py
serve /usr/bin/gunicorn --reload --bind 127.0.0.1:$PORT app:app
printed "Booting worker" 2
get /cart
printed "PermissionError"
finish
