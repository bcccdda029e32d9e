cat >tasks.py <<'PY'
from celery import Celery
from celery.signals import worker_ready

app = Celery("tasks", broker="memory://", backend="cache+memory://")


@app.task(bind=True, max_retries=1, default_retry_delay=0)
def send(self, to):
    try:
        raise ConnectionError("mail server says no")
    except ConnectionError as e:
        raise self.retry(exc=e, countdown=0)


@worker_ready.connect
def go(**kwargs):
    send.delay("tea@example.com")
    app.send_task("tasks.nosuch")
PY
serve /usr/bin/python3 -m celery -A tasks worker --pool solo --loglevel info --hostname one@shop
printed "raised unexpected"
sleep 1
finish
