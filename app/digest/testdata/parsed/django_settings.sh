/usr/bin/python3 -m django startproject shop .
sed -i 's/^import os//; s/^from pathlib import Path/from pathlib import Path\n\nimport environ/' shop/settings.py
once /usr/bin/python3 manage.py runserver 127.0.0.1:$PORT
