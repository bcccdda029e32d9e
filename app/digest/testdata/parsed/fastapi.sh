cat >app.py <<'PY'
from fastapi import FastAPI

app = FastAPI()

@app.get("/")
def home():
    return {"hello": "world"}

@app.get("/cart")
def cart():
    return {}["tea"]
PY
serve /usr/bin/python3 -m uvicorn app:app --reload --port $PORT
printed "Application startup complete"
get /
get /cart
printed "KeyError"
echo 'import no_such_module' >>app.py
printed "ModuleNotFoundError"
sed -i '$d; s/{}\["tea"\]/{}/' app.py
printed "Application startup complete" 2
finish
