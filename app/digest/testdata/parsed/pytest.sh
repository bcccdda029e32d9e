mkdir tests
cat >tests/test_cart.py <<'PY'
import pytest

def total(items):
    return sum(items) + 1

def test_total():
    assert total([1, 2]) == 3

def test_missing():
    {}["tea"]

@pytest.mark.parametrize("n", [1, 2])
def test_fine(n):
    assert n
PY
cat >tests/test_broken.py <<'PY'
import no_such_module
PY
once /usr/bin/python3 -m pytest -q -p no:cacheprovider --continue-on-collection-errors
