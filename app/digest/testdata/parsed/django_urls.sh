/usr/bin/python3 -m django startproject shop .
cat >shop/urls.py <<'PY'
from django.http import HttpResponse
from django.urls import path, reverse

def home(request):
    return HttpResponse(reverse("cart", args=[1]))

urlpatterns = [path("", home)]
PY
serve /usr/bin/python3 manage.py runserver 127.0.0.1:$PORT
printed "Quit the server"
get /
printed "NoReverseMatch"
sleep 1
sed -i 's/^urlpatterns.*/urlpatterns = [path("", hom)]/' shop/urls.py
printed "NameError"
sleep 1
sed -i 's/^urlpatterns.*/urlpatterns = [path("", home), path("cart\/<int:n>", home, name="cart")]/' shop/urls.py
printed "Quit the server" 2
get /
finish
