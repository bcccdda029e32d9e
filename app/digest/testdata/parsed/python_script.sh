cat >prices.py <<'PY'
def price(item):
    return PRICES[item] * 1.2

PRICES = {}
PY
cat >app.py <<'PY'
from prices import price
print("starting")
try:
    price("tea")
except KeyError as e:
    raise RuntimeError("no price for tea") from e
PY
once /usr/bin/python3 app.py
