package raised

import (
	"strings"
	"testing"
)

// TestValuesThatAreNotAccepted: the message quotes the value, or is of an engine for regular expressions.
func TestValuesThatAreNotAccepted(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		want, said string
		files      map[string]string
	}{
		"regular expression of the line": {"the regular expression in app.py:2 is not valid", "Traceback (most recent call last):\n  File \"$DIR/app.py\", line 2, in <module>\n    SLUG = re.compile(r'^(a')\nre.error: missing ), unterminated subpattern at position 1",
			map[string]string{"app.py": "import re\nSLUG = re.compile(r'^(a')\n"}},
		"Go": {"the regular expression in main.go:3 is not valid", "panic: regexp: Compile(`^(?!admin)[a-z]+$`): error parsing regexp: invalid or unsupported Perl syntax: `(?!`\n\ngoroutine 1 [running]:\nmain.init()\n\t$DIR/main.go:3 +0x1d\nexit status 2",
			map[string]string{"main.go": "package main\n\nvar slug = regexp.MustCompile(`^(?!admin)[a-z]+$`)\n"}},
		"regular expression that the message quotes": {"the regular expression in urls.py:2 is not valid", "Traceback (most recent call last):\n  File \"/usr/lib/python3/dist-packages/django/urls/resolvers.py\", line 193, in _compile\n    raise ImproperlyConfigured(\ndjango.core.exceptions.ImproperlyConfigured: \"^item/(?P<id>[0-9]+$\" is not a valid regular expression: missing ), unterminated subpattern at position 6",
			map[string]string{"urls.py": "urlpatterns = [\n    re_path(r\"^item/(?P<id>[0-9]+$\", item),\n]\n"}},
		"variable": {"the environment variable API_BASE is not accepted", "$DIR/a.js:1\nTypeError: Invalid URL\n    at new URL (node:internal/url:797:36)\n    at Object.<anonymous> ($DIR/a.js:1:11) {\n  code: 'ERR_INVALID_URL',\n  input: 'api.example.com/v1'\n}",
			map[string]string{"a.js": "const u = new URL(process.env.API_BASE);\n", ".env": "API_BASE=api.example.com/v1\n"}},
		"variable that the line converts": {"the environment variable FEATURES is not accepted", "Traceback (most recent call last):\n  File \"$DIR/a.py\", line 2, in <module>\n    flags = json.loads(os.environ['FEATURES'])\n  File \"/usr/lib/python3.11/json/decoder.py\", line 355, in raw_decode\n    raise JSONDecodeError(\"Expecting value\", s, err.value) from None\njson.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)",
			map[string]string{"a.py": "import os, json\nflags = json.loads(os.environ['FEATURES'])\n", ".env": "FEATURES=search,cart\n"}},
		"value of a caller": {"the cron expression in a.js:2 is not valid", "$DIR/cron.js:1\nError: Invalid cron expression \"61 * * * *\": minute out of range\n    at schedule ($DIR/cron.js:1:64)\n    at Object.<anonymous> ($DIR/a.js:2:1)",
			map[string]string{"cron.js": "exports.schedule = e => { throw new Error(`Invalid cron expression ${e}`) }\n", "a.js": "const { schedule } = require('./cron');\nschedule('61 * * * *');\n"}},
		"variable in a line of a log": {"the environment variable WORKERS is not accepted", "2026/11/22 19:55:29 strconv.Atoi: parsing \"four\": invalid syntax\nexit status 1",
			map[string]string{"main.go": "package main\n", ".env": "WORKERS=four\n"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := failed(t, c.said, c.files)
			o.Vars.Env = map[string]string{"API_BASE": "api.example.com/v1", "WORKERS": "four", "FEATURES": "search,cart"}
			if h, _ := o.Cause(); h.Problem != c.want {
				t.Errorf("%+v", h)
			}
		})
	}
}

// TestBytesOfAFileAreTheCause: the file that the sources read, or a character of the line itself.
func TestBytesOfAFileAreTheCause(t *testing.T) {
	t.Parallel()
	o := failed(t, "Traceback (most recent call last):\n  File \"$DIR/a.py\", line 1, in <module>\n    rows = open('items.csv').read()\nUnicodeDecodeError: 'utf-8' codec can't decode byte 0xe9 in position 3: invalid continuation byte",
		map[string]string{"a.py": "rows = open('items.csv').read()\n", "items.csv": "a\nCaf\xe9\n"})
	if h, _ := o.Cause(); !strings.HasPrefix(h.Problem, "items.csv:2 has a byte that is not UTF-8") {
		t.Errorf("%+v", h)
	}
	o = failed(t, "  File \"$DIR/a.py\", line 1\n    name\u00a0= 'x'\n        ^\nSyntaxError: invalid non-printable character U+00A0", map[string]string{"a.py": "name\u00a0= 'x'\n"})
	if h, _ := o.Cause(); h.Problem != "a.py:1 has a space that doesn't break (U+00A0)" {
		t.Errorf("%+v", h)
	}
}
