cat >app.py <<'PY'
from flask import Flask

app = Flask(__name__)

@app.route("/")
def home():
    return "hello"

@app.route("/cart")
def cart():
    return 1 / 0
PY
export FLASK_DEBUG=1
serve /usr/bin/python3 -m flask --app app run --port $PORT
printed "Debugger PIN"
get /
get /cart
printed "ZeroDivisionError"
sed -i 's#1 / 0#"cart"#' app.py
printed "Debugger PIN" 2
get /cart
finish
