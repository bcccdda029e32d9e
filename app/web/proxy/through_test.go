package proxy

import (
	"io"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/iotest"
)

func TestReplacerFindsTextThatIsCut(t *testing.T) {
	t.Parallel()
	in := "a .localhost:80 b .localhost:81 .local"
	for name, r := range map[string]io.Reader{"whole": strings.NewReader(in),
		"bytes":  iotest.OneByteReader(strings.NewReader(in)),
		"halves": iotest.HalfReader(strings.NewReader(in))} {
		got, err := io.ReadAll(&replacer{in: r, from: []byte(".localhost:80"), to: []byte(".box.localhost:79")})
		if want := "a .box.localhost:79 b .localhost:81 .local"; err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

func TestRequestsAboutAHostAreRecognized(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"/api/projects/box:shop/servers/web/logs?after=r:5": "box /api/projects/shop/servers/web/logs after=r%3A5",
		"/api/projects/box%3Ashop@a%2Fb":                    "box /api/projects/shop@a%2Fb ",
		"/p/box:shop/web":                                   "box /p/shop/web ",
		"/p/box:":                                           "box /p/ ",
		"/api/resolve?name=box:shop/web&near=here":          "box /api/resolve name=shop%2Fweb",
		"/api/events?target=box:shop,box:shop/web":          "box /api/events target=shop%2Cshop%2Fweb",
		"/api/history?target=box:":                          "box /api/history target=",
		"/api/projects?host=box":                            "box /api/projects ",
		"/api/projects/shop/servers/web":                    "",
		"/api/resolve?name=/home/me/a:b":                    "",
		"/api/shutdown?host=box":                            "",
		"/api/login?host=box":                               "",
		"/mcp?host=box":                                     "",
	} {
		host, path, query := Passage{}.host(httptest.NewRequest("GET", address, nil))
		got := ""
		if host != "" {
			got = host + " " + path + " " + query.Encode()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}

func TestEnvironmentOfThisShellStaysHere(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{"env":{"SECRET":"x"},"with":["a"]}`: `{"with":["a"]}`, `{"with":["a"]}`: `{"with":["a"]}`, `[1]`: `[1]`, ``: ``,
	} {
		if got := string(withoutEnv([]byte(in))); got != want {
			t.Errorf("%s: %s", in, got)
		}
	}
}

func TestCallsNameTheirHostOnce(t *testing.T) {
	t.Parallel()
	c := call{}
	c.Params.Arguments = map[string]any{"server": "box:shop/web", "project": "box:", "pattern": "box:shop"}
	host, target := c.host()
	if host != "box" || target != "shop/web" || c.Params.Arguments["server"] != "shop/web" ||
		c.Params.Arguments["project"] != nil || c.Params.Arguments["pattern"] != "box:shop" {
		t.Errorf("%s %s %v", host, target, c.Params.Arguments)
	}
}

func TestAnswersOfProjectsAreKnown(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{"/api/projects": true, "/api/projects/shop": true, "/api/projects/shop/trust": true,
		"/api/projects/shop/runs": false, "/api/projects/shop/servers/web": false, "/api/status": false} {
		u, err := url.Parse(path)
		if err != nil || isProjects(u.Path) != want {
			t.Errorf("%s: %v", path, !want)
		}
	}
}
