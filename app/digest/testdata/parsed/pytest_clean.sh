cat >test_fine.py <<'PY'
def test_errors_are_counted():
    assert "error" in "an error"
PY
once /usr/bin/python3 -m pytest -v -p no:cacheprovider
