mkdir templates
printf '<h1>{{ cart.total() }}</h1>\n' >templates/cart.html
printf '{%% for x in y %%}\n<p>\n' >templates/list.html
cat >app.py <<'PY'
from flask import Flask, abort, render_template

app = Flask(__name__)


@app.route("/cart")
def cart():
    return render_template("cart.html")


@app.route("/list")
def list_():
    return render_template("list.html")


@app.route("/gone")
def gone():
    app.logger.warning("nobody has that cart")
    abort(410)
PY
serve /usr/bin/python3 -m flask --app app run --port $PORT
printed "Running on"
get /cart
get /list
get /gone
printed "/gone"
finish
