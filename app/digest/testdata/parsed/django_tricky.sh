/usr/bin/python3 -m django startproject shop .
cat >shop/urls.py <<'PY'
import logging

from django.http import HttpResponse
from django.urls import path

logging.basicConfig(level="INFO", format="[%(asctime)s] %(levelname)-8s %(name)s %(message)s")


def errors(request, code=200):
    logging.getLogger("shop.errors").info("error page %d shown, errors=0 failed=0", code)
    return HttpResponse("an error page", status=code)


urlpatterns = [path("errors/", errors), path("errors/<int:code>/", errors)]
PY
serve /usr/bin/python3 -W default manage.py runserver 127.0.0.1:$PORT
printed "Quit the server"
get /errors/
get /errors/404/
get /favicon.ico
get /errors
printf '\n# TypeError: a word in a remark\n' >>shop/urls.py
printed "Quit the server" 2
get /errors/
finish
