//go:build linux

package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"html"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	foreign "github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	protocol "github.com/mark3labs/mcp-go/mcp"

	"devservers/app/access"
	"devservers/tests/fc"
)

// webBrowser is a person's browser without its screen: it keeps cookies, and finds *.localhost as browsers do.
type webBrowser struct {
	h *testHome
	*http.Client
}

func (h *testHome) browser() webBrowser {
	jar, _ := cookiejar.New(nil) // it never fails
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		_, port, err := net.SplitHostPort(address)
		if err != nil {
			return nil, err
		}
		return (&net.Dialer{}).DialContext(ctx, network, net.JoinHostPort("127.0.0.1", port))
	}
	tries := &http.Transport{DialContext: dial, DisableKeepAlives: true}
	stay := func(r *http.Request, _ []*http.Request) error {
		if strings.HasSuffix(r.URL.Path, "/callback") { // the client's own address: nobody listens there, the test reads it
			return http.ErrUseLastResponse
		}
		return nil
	}
	return webBrowser{h, &http.Client{Jar: jar, Transport: tries, CheckRedirect: stay}}
}

// send does one request and gives the page, and where it leads.
func (b webBrowser) send(method, address, kind, body string) (page, leads string) {
	b.h.T.Helper()
	r, err := http.NewRequest(method, address, strings.NewReader(body))
	if err != nil {
		b.h.T.Fatal(err)
	}
	r.Header.Set("Accept", "text/html")
	if body != "" {
		r.Header.Set("Content-Type", kind)
		r.Header.Set("Origin", "http://"+r.URL.Host)
	}
	answer, err := b.Do(r)
	if err != nil {
		b.h.T.Fatal(err)
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	return string(text), answer.Header.Get("Location")
}

// signIn does what the page behind `devservers open` does, and gives where it leads to.
func (b webBrowser) signIn() (leads string) {
	b.h.T.Helper()
	var link struct {
		URL string `json:"url"`
	}
	if err := json.Unmarshal([]byte(b.h.Must("open", "--json")), &link); err != nil {
		b.h.T.Fatal(err)
	}
	address, code, _ := strings.Cut(link.URL, "#")
	_, leads = b.send("POST", address, "application/json", `{"code":"`+code+`"}`)
	return strings.TrimSuffix(address, "/login") + leads
}

var hiddenField = regexp.MustCompile(`<input type="hidden" name="([^"]*)" value="([^"]*)"`)

// allow opens the question, signs in as it says, clicks Allow, and gives what the client is told.
func (b webBrowser) allow(question string) url.Values {
	b.h.T.Helper()
	page, _ := b.send("GET", question, "", "")
	if !strings.Contains(page, "devservers open") {
		b.h.T.Fatalf("nobody is asked to sign in: %s", page)
	}
	address := b.signIn()
	page, _ = b.send("GET", address, "", "")
	fields := url.Values{"answer": {"allow"}}
	for _, m := range hiddenField.FindAllStringSubmatch(page, -1) {
		fields.Set(m[1], html.UnescapeString(m[2]))
	}
	base, _, _ := strings.Cut(address, "?")
	_, leads := b.send("POST", base, "application/x-www-form-urlencoded", fields.Encode())
	back, err := url.Parse(leads)
	if err != nil || back.Query().Get("code") == "" {
		b.h.T.Fatalf("it leads to %q from %s", leads, page)
	}
	return back.Query()
}

// signedIn is mcp-go's own client, which knows nothing but the address, after one click.
func (h *testHome) signedIn(name string) *foreign.Client {
	h.T.Helper()
	st, _ := h.Status()
	store := transport.NewMemoryTokenStore()
	connect := func() *foreign.Client {
		c, err := foreign.NewOAuthStreamableHttpClient(st.URL+"/mcp", foreign.OAuthConfig{
			RedirectURI: "http://127.0.0.1:1/callback", TokenStore: store, PKCEEnabled: true,
		})
		if err != nil {
			h.T.Fatal(err)
		}
		return c
	}
	c := connect()
	err := hello(c, name)
	ask := foreign.GetOAuthHandler(err)
	if ask == nil {
		h.T.Fatalf("it was not told to ask: %v", err)
	}
	ctx := context.Background()
	check := func(err error) {
		h.T.Helper()
		if err != nil {
			h.T.Fatal(err)
		}
	}
	check(ask.RegisterClient(ctx, name))
	verifier, err := foreign.GenerateCodeVerifier()
	check(err)
	state, err := foreign.GenerateState()
	check(err)
	question, err := ask.GetAuthorizationURL(ctx, state, foreign.GenerateCodeChallenge(verifier))
	check(err)
	back := h.browser().allow(question)
	check(ask.ProcessAuthorizationResponse(ctx, back.Get("code"), back.Get("state"), verifier))
	check(hello(c, name))
	return c
}

// hello begins a session.
func hello(c *foreign.Client, name string) error {
	ctx := context.Background()
	if err := c.Start(ctx); err != nil {
		return err
	}
	var r protocol.InitializeRequest
	r.Params.ProtocolVersion = protocol.LATEST_PROTOCOL_VERSION
	r.Params.ClientInfo = protocol.Implementation{Name: name, Version: "1"}
	_, err := c.Initialize(ctx, r)
	return err
}

func callTool(c *foreign.Client, name string, args ...map[string]any) (text string, err error) {
	var r protocol.CallToolRequest
	r.Params.Name = name
	for _, a := range args {
		r.Params.Arguments = a
	}
	got, err := c.CallTool(context.Background(), r)
	if err != nil {
		return "", err
	}
	data, err := json.Marshal(got)
	return string(data), err
}

func TestAForeignClientSignsInWithTheAddressAlone(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.File(crashProject+"/devservers.yml", "project: crash\nservers:\n"+
		"  web: {command: devservers demo-server web, port: auto}\n")
	h.Env = append(h.Env, "DEVSERVERS_PORT"+"="+strconv.Itoa(fc.FreePort(t))) // a client keeps the address
	h.Must("register")
	c := h.signedIn("some-agent")
	defer c.Close()
	if got, err := callTool(c, "list_projects"); err != nil || !strings.Contains(got, "crash") {
		t.Fatalf("%s %v", got, err)
	}
	h.KillManager()
	h.Must("register") // another manager
	if got, err := callTool(c, "list_projects"); err != nil || !strings.Contains(got, "crash") {
		t.Errorf("after a restart: %s %v", got, err)
	}
	if got, err := callTool(c, "stop_server", map[string]any{"server": "crash/web"}); err != nil {
		t.Errorf("%s %v", got, err)
	}
	if got := h.Must("history", "--json"); !strings.Contains(got, `"client": "some-agent"`) {
		t.Errorf("the history does not name it: %s", got)
	}
	var list []access.Entry
	if err := json.Unmarshal([]byte(h.Must("token", "list", "--json")), &list); err != nil || len(list) != 1 ||
		list[0].Name != "some-agent" || list[0].UsedAt == nil {
		t.Fatalf("%v %+v", err, list)
	}
	h.Must("token", "revoke", list[0].ID)
	if got, err := callTool(c, "list_projects"); err == nil {
		t.Errorf("after it was revoked: %s", got)
	}
	files := h.Must("history")
	for _, name := range []string{"access.json", "manager.log", "history.jsonl"} {
		files += readAll(h.Dirs.State + "/" + name)
	}
	if strings.Contains(files, "devservers_access_") || strings.Contains(files, "devservers_refresh_") {
		t.Errorf("a secret is kept: %s", files)
	}
}

// readAll is a file's text, or nothing.
func readAll(file string) string {
	data, _ := os.ReadFile(file)
	return string(bytes.TrimSpace(data))
}
