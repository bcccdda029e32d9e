/usr/bin/python3 -m django startproject shop .
serve /usr/bin/python3 manage.py runserver 127.0.0.1:$PORT
printed "Quit the server"
sleep 2
cp shop/urls.py ../urls.py
echo 'def broken(:' >>shop/urls.py
printed "SyntaxError"
sleep 2
cat ../urls.py >shop/urls.py
printed "Quit the server" 2
finish
