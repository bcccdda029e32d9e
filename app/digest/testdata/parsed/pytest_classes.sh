cat >test_shop.py <<'PY'
import unittest

import pytest


class TestOld(unittest.TestCase):
    def test_sub(self):
        self.assertIn("tea", ["milk"])


@pytest.mark.parametrize("price", [1, -1])
def test_price(price):
    assert price > 0, f"price is {price}"


def helper(cart):
    return cart["items"][0]


def test_helper():
    assert helper({"items": []}) == 1


def test_logs(caplog):
    import logging
    logging.error("stock is low")
    assert False
PY
once /usr/bin/python3 -m pytest -p no:cacheprovider --tb=short
