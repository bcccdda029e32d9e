package proxy

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"devservers/app"
)

func TestPageThatKeepsReportsFromBeingSentSaysSo(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`<head><meta http-equiv="Content-Security-Policy" content="default-src 'self'; connect-src 'none'"></head>`: "says connect-src 'none': add",
		`<head><META content='default-src https://cdn.example' HTTP-EQUIV=content-security-policy></head>`:          "says default-src https://cdn.example: add",
		`<head><meta http-equiv="content-security-policy" content="connect-src &#39;self&#39;"></head>`:             "",
		`<head><meta http-equiv="content-security-policy" content="default-src 'none'; connect-src *"></head>`:      "",
		`<head><meta http-equiv="content-security-policy" content="script-src 'none'"></head>`:                      "",
		`<head><title>a</title></head><body>&lt;meta http-equiv="content-security-policy"`:                          "",
	} {
		var printed strings.Builder
		c := &Console{Print: func(_ app.Ref, text string) error { printed.WriteString(text); return nil }}
		res := &http.Response{Header: http.Header{"Content-Type": {"text/html"}},
			Body: io.NopCloser(trickle{strings.NewReader(body)}), Request: httptest.NewRequest("GET", "/a.html", nil)}
		c.Inject(res, web)
		if _, err := io.ReadAll(res.Body); err != nil {
			t.Fatal(err)
		}
		if got := printed.String(); !strings.Contains(got, want) || want == "" && got != "" ||
			strings.Count(got, "\r\n") > 1 {
			t.Errorf("%s: %q", body, got)
		}
	}
}
