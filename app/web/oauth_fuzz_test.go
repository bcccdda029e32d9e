package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// FuzzOAuth sends forms and queries of clients. None is an internal error, none leads a browser to another machine, and
// none is given a token.
func FuzzOAuth(f *testing.F) {
	m := serve(f)
	v := visit(m, "client")
	good := strings.TrimPrefix(v.question(), "/oauth/authorize?")
	f.Add(good)
	for _, s := range []string{
		"grant_type=authorization_code&code=x&client_id=" + v.id, "grant_type=refresh_token&refresh_token=a&refresh_token=b",
		"token=x&token_type_hint=access_token",
		good + "&redirect_uri=http://evil.test/", strings.Replace(good, "127.0.0.1", "127.0.0.1@evil.test", 1), "%zz", "a;b",
		"resource=&resource=x",
		`{"client_name":"x","redirect_uris":["http://127.0.0.1:1/"]}`,
		`{"redirect_uris":["javascript:alert(1)","http://evil.test/"]}`, `{"redirect_uris":[]}`, `[`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		m.t = t
		query := strings.Map(func(r rune) rune {
			if r <= ' ' || r == '#' || r == 0x7f {
				return '+'
			}
			return r
		}, s)
		if _, err := url.ParseRequestURI("/?" + query); err == nil {
			checkOAuth(t, s, m.do("GET", "/oauth/authorize?"+query, "", cookie(v.cookie), v.onUI, header("Accept", "text/html")))
		}
		for _, path := range []string{"/oauth/token", "/oauth/revoke"} {
			checkOAuth(t, s, m.do("POST", path, s, anonymous, formType))
		}
		checkOAuth(t, s, m.do("POST", "/oauth/authorize", s, cookie(v.cookie), v.onUI, formType,
			header("Origin", v.origin("devservers.localhost"))))
		checkOAuth(t, s, m.do("POST", "/oauth/register", s, anonymous))
	})
}

func checkOAuth(t *testing.T, s string, got reply) {
	t.Helper()
	if got.StatusCode >= http.StatusInternalServerError {
		t.Errorf("%q: %d %s", s, got.StatusCode, got.body)
	}
	if to := got.Header.Get("Location"); to != "" {
		u, err := url.Parse(to)
		if err != nil || u.Host != "" && u.Hostname() != "127.0.0.1" && u.Hostname() != "localhost" && u.Hostname() != "::1" {
			t.Errorf("%q leads to %q", s, to)
		}
	}
	if strings.Contains(got.body, `"access_token"`) {
		t.Errorf("%q is given %s", s, got.body)
	}
}
