cat >app.py <<'PY'
from fastapi import FastAPI
from pydantic import BaseModel

app = FastAPI()


class Item(BaseModel):
    price: int


@app.on_event("startup")
async def connect():
    raise ConnectionRefusedError("no broker")


@app.get("/item", response_model=Item)
def item():
    return {"price": "much"}
PY
once /usr/bin/python3 -m uvicorn app:app --port $PORT
sed -i 's/    raise Conn.*/    pass/' app.py
serve /usr/bin/python3 -m uvicorn app:app --port $PORT
printed "startup complete"
get /item
get /item/none
printed "ValidationError"
finish
