cat >conftest.py <<'PY'
import pytest


@pytest.fixture
def db():
    raise RuntimeError("no database at 127.0.0.1:5432")


@pytest.fixture
def tidy():
    yield 1
    assert 0, "left open"
PY
cat >test_cart.py <<'PY'
import pytest


class TestCart:
    def test_total(self, db):
        assert db

    def test_close(self, tidy):
        pass

    def test_unknown(self, no_such_fixture):
        pass


@pytest.mark.xfail
def test_error_is_known():
    raise ValueError("known")


def test_message():
    with pytest.raises(ValueError, match="tea"):
        raise ValueError("coffee")
PY
printf 'def test_x(:\n    pass\n' >test_syntax.py
once /usr/bin/python3 -m pytest -p no:cacheprovider --continue-on-collection-errors
