cat >app.py <<'PY'
def total(items:
    return sum(items)
PY
once /usr/bin/python3 app.py
