/usr/bin/python3 -m django startproject shop .
cat >shop/tests.py <<'PY'
from django.test import SimpleTestCase


class CartTest(SimpleTestCase):
    def test_total(self):
        self.assertEqual(sum([1, 2]) + 1, 3)

    def test_page(self):
        self.client.get("/no-such-page").json()

    def test_error_words(self):
        print("0 errors so far")
PY
once /usr/bin/python3 manage.py test
