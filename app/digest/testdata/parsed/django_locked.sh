/usr/bin/python3 -m django startproject shop .
/usr/bin/python3 manage.py migrate >/dev/null
printf '\nDATABASES["default"]["OPTIONS"] = {"timeout": 0.2}\n' >>shop/settings.py
cat >shop/urls.py <<'PY'
from django.contrib.auth.models import Group
from django.http import HttpResponse
from django.urls import path

def add(request):
    Group.objects.create(name="staff")
    return HttpResponse("added")

urlpatterns = [path("add", add)]
PY
cat >hold.py <<'PY'
import sqlite3, time
c = sqlite3.connect("db.sqlite3", isolation_level=None)
c.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
time.sleep(3)
PY
serve /usr/bin/python3 manage.py runserver 127.0.0.1:$PORT
printed "Quit the server"
/usr/bin/python3 hold.py >held &
until grep -q held held; do sleep 0.1; done
get /add
printed "database is locked"
finish
