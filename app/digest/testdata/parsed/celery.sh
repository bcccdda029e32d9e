cat >tasks.py <<'PY'
from celery import Celery

app = Celery("tasks", broker="memory://", backend="cache+memory://")

@app.task
def charge(order):
    raise ValueError("order %d has no address" % order)

@app.on_after_finalize.connect
def setup(sender, **kwargs):
    pass

from celery.signals import worker_ready

@worker_ready.connect
def go(**kwargs):
    for order in (17, 18):
        charge.delay(order)
PY
serve /usr/bin/python3 -m celery -A tasks worker --pool solo --loglevel info
printed "ValueError" 2
finish
