/usr/bin/python3 -m django startproject shop .
serve /usr/bin/python3 manage.py runserver 127.0.0.1:$PORT
printed "Quit the server"
get /
touch shop/urls.py
printed "Quit the server" 2
get /admin/login/
finish
