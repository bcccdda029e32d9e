/usr/bin/python3 -m django startproject shop .
/usr/bin/python3 manage.py startapp cart
sed -i 's/INSTALLED_APPS = \[/INSTALLED_APPS = [\n    "cart",/' shop/settings.py
for n in 0001_first 0002_a 0002_b; do
	dep=; [ $n = 0001_first ] || dep='("cart", "0001_first")'
	printf 'from django.db import migrations\n\nclass Migration(migrations.Migration):\n    dependencies = [%s]\n    operations = []\n' "$dep" >cart/migrations/$n.py
done
once /usr/bin/python3 manage.py migrate
printf 'from django.db import models\n\nclass Item(models.Model):\n    price = models.CharField()\n' >cart/models.py
once /usr/bin/python3 manage.py check
