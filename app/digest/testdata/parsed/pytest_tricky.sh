cat >test_errors.py <<'PY'
import warnings

import pytest


@pytest.mark.parametrize("error", [KeyError, ValueError, "Error: x"])
def test_error_is_shown(error):
    print("ERROR shop: this is captured")


@pytest.mark.xfail(reason="KeyError: tea")
def test_failed_payment():
    raise KeyError("tea")


@pytest.mark.skip(reason="fails with TypeError")
def test_fatal():
    pass


def test_deprecated():
    warnings.warn("errors() is deprecated", DeprecationWarning)
PY
once /usr/bin/python3 -m pytest -v -rsx -p no:cacheprovider
