cat >settings.py <<'PY'
from pydantic import BaseSettings


class Settings(BaseSettings):
    database_url: str
    workers: int = "many"


settings = Settings()
PY
once /usr/bin/python3 settings.py
printf 'import os\n\nKEY = os.environ["SHOP_KEY"]\n' >app.py
once /usr/bin/python3 -m flask --app app run --port $PORT
printf 'from flask import Flask\napp = Flask(__name__)\n\n@app.route("/")\ndef home():\n    return none\n' >app.py
serve /usr/bin/python3 -m flask --app app run --port $PORT
printed "Running on"
get /
get /errors
printed "NameError"
finish
