cat >app.py <<'PY'
from fastapi import FastAPI

app = FastAPI()


@app.get("/cart")
def cart(n: int = 0):
    return {"price": [1, 2][n]}
PY
serve /usr/bin/python3 -m uvicorn app:app --reload --port $PORT
printed "Application startup complete"
get /cart
get /cart?n=x
get /cart?n=7
printed "IndexError"
sleep 1
printf 'def broken(:\n' >>app.py
printed "SyntaxError"
sleep 1
sed -i '/broken/d; s/\[n\]/[n % 2]/' app.py
printed "Application startup complete" 2
get /cart?n=7
finish
