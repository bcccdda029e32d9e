/usr/bin/python3 -m django startproject shop .
cat >shop/urls.py <<'PY'
from django.http import HttpResponse
from django.urls import path

def home(request):
    return HttpResponse("hello")

def cart(request):
    items = {"tea": 2}
    return HttpResponse(items["coffee"])

urlpatterns = [path("", home), path("cart", cart)]
PY
serve /usr/bin/python3 manage.py runserver 127.0.0.1:$PORT
printed "Quit the server"
get /
get /cart
get /cart
get /missing
printed "/missing"
sed -i 's/"coffee"/"tea"/' shop/urls.py
printed "Quit the server" 2
get /cart
finish
