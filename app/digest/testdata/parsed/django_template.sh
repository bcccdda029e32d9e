/usr/bin/python3 -m django startproject shop .
mkdir -p templates
sed -i 's/"DIRS": \[\]/"DIRS": [BASE_DIR \/ "templates"]/; s/.DIRS.: \[\]/"DIRS": [BASE_DIR \/ "templates"]/' shop/settings.py
printf '<h1>{%% if cart %%}</h1>\n<p>{{ cart|dollars }}</p>\n' >templates/cart.html
cat >shop/urls.py <<'PY'
from django.shortcuts import render
from django.urls import path

urlpatterns = [
    path("", lambda request: render(request, "cart.html", {"cart": 1})),
    path("list", lambda request: render(request, "list.html")),
]
PY
serve /usr/bin/python3 manage.py runserver 127.0.0.1:$PORT
printed "Quit the server"
get /
get /list
printed "TemplateDoesNotExist: list.html"
finish
