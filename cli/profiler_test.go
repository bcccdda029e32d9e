package cli

import (
	"net/http"
	"strings"
	"testing"
)

func TestProfilesNeedTheSecretPathAndNoBrowser(t *testing.T) {
	t.Parallel()
	p, err := newProfiler()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.close)
	secret := strings.Split(p.url, "/")[3]
	for _, c := range []struct {
		url, host, origin string
		want              int
	}{
		{p.url + "heap", "", "", http.StatusOK},
		{strings.Replace(p.url, secret, "other", 1) + "heap", "", "", http.StatusNotFound},
		{strings.Replace(p.url, "/"+secret, "", 1) + "heap", "", "", http.StatusNotFound},
		{p.url + "heap", "evil.example", "", http.StatusForbidden},
		{p.url + "heap", "", "http://evil.example", http.StatusForbidden},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, c.url, nil)
		if err != nil {
			t.Fatal(err)
		}
		if c.host != "" {
			r.Host = c.host
		}
		if c.origin != "" {
			r.Header.Set("Origin", c.origin)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != c.want {
			t.Errorf("%+v: %s", c, answer.Status)
		}
	}
}
