package web

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"devservers/app/access"
	"devservers/app/web/guard"
)

const (
	verifier = "a-verifier-of-at-least-forty-three-characters"
	callback = "http://127.0.0.1:4001/callback"
)

// visitor is a client with its person's browser.
type visitor struct {
	*manager
	cookie *http.Cookie
	id     string
}

// visit registers a client and signs a browser in.
func visit(m *manager, name string) visitor {
	m.t.Helper()
	got := m.do("POST", "/oauth/register", `{"client_name":`+quote(name)+`,"redirect_uris":["`+callback+
		`"],"software_id":"x"}`, anonymous)
	var r guard.Registration
	if err := json.Unmarshal([]byte(got.body), &r); err != nil || got.StatusCode != 201 || r.Method != "none" {
		m.t.Fatalf("%d %s", got.StatusCode, got.body)
	}
	return visitor{m, m.signIn(), r.ID}
}

func quote(s string) string {
	data, _ := json.Marshal(s)
	return string(data)
}

func challengeOf(verifier string) string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// question is the address to which the client sends the browser, with changes.
func (v visitor) question(change ...string) string {
	q := url.Values{
		"response_type": {"code"}, "client_id": {v.id}, "redirect_uri": {callback}, "state": {"s t&a"}, "scope": {"mcp"},
		"code_challenge": {challengeOf(verifier)}, "code_challenge_method": {"S256"},
		"resource": {v.origin("localhost") + "/mcp"}, "issuer": {v.origin("localhost")},
	}
	for i := 0; i < len(change); i += 2 {
		q.Set(change[i], change[i+1])
	}
	return "/oauth/authorize?" + q.Encode()
}

// ask opens the consent page.
func (v visitor) ask(change ...string) reply {
	v.t.Helper()
	return v.do("GET", v.question(change...), "", cookie(v.cookie), v.onUI, header("Accept", "text/html"))
}

var hidden = regexp.MustCompile(`<input type="hidden" name="([^"]*)" value="([^"]*)"`)

// formOf reads the fields of a consent page.
func formOf(t testing.TB, page string) url.Values {
	t.Helper()
	fields := url.Values{}
	for _, m := range hidden.FindAllStringSubmatch(page, -1) {
		fields.Set(m[1], html.UnescapeString(m[2]))
	}
	if fields.Get("seal") == "" {
		t.Fatalf("no form: %s", page)
	}
	return fields
}

func formType(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }

// say sends the page's form with an answer.
func (v visitor) say(fields url.Values, answer string, edit ...func(*http.Request)) reply {
	v.t.Helper()
	fields.Set("answer", answer)
	edits := append([]func(*http.Request){cookie(v.cookie), v.onUI, formType, header("Origin", v.origin(guard.UIHost))},
		edit...)
	return v.do("POST", "/oauth/authorize", fields.Encode(), edits...)
}

// code is what a click on Allow leads back with.
func (v visitor) code() string {
	v.t.Helper()
	got := v.say(formOf(v.t, v.ask().body), "allow")
	back, err := url.Parse(got.Header.Get("Location"))
	if err != nil || got.StatusCode != 303 || !strings.HasPrefix(back.String(), callback+"?") {
		v.t.Fatalf("%d %q %s", got.StatusCode, got.Header.Get("Location"), got.body)
	}
	if q := back.Query(); q.Get("state") != "s t&a" || q.Get("iss") != v.origin("localhost") {
		v.t.Errorf("%v", q)
	}
	return back.Query().Get("code")
}

// trade asks for tokens.
func (v visitor) trade(fields ...string) reply {
	v.t.Helper()
	f := url.Values{"client_id": {v.id}, "redirect_uri": {callback}, "resource": {v.origin("localhost") + "/mcp"}}
	for i := 0; i < len(fields); i += 2 {
		f.Set(fields[i], fields[i+1])
	}
	return v.do("POST", "/oauth/token", f.Encode(), anonymous, formType)
}

func (v visitor) tokens(got reply) (t guard.Tokens) {
	v.t.Helper()
	if err := json.Unmarshal([]byte(got.body), &t); err != nil || got.StatusCode != 200 || t.Type != "Bearer" ||
		t.Access == "" || t.Refresh == "" {
		v.t.Fatalf("%d %s", got.StatusCode, got.body)
	}
	return t
}

// connect goes the whole way.
func (v visitor) connect() guard.Tokens {
	v.t.Helper()
	return v.tokens(v.trade("grant_type", "authorization_code", "code", v.code(), "code_verifier", verifier))
}

func with(token string) func(*http.Request) { return header("Authorization", "Bearer "+token) }

func TestConsentConnectsAClient(t *testing.T) {
	t.Parallel()
	m := serve(t)
	v := visit(m, "Some Agent")
	tokens := v.connect()
	if got := m.do("POST", "/mcp", "{}", with(tokens.Access)); got.StatusCode != 200 ||
		!strings.Contains(got.body, `"kind":"grant","name":"Some Agent"`) {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	next := v.tokens(v.trade("grant_type", "refresh_token", "refresh_token", tokens.Refresh))
	if got := m.do("POST", "/mcp/p/shop", "{}", with(next.Access)); got.StatusCode != 200 {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	if got := m.do("GET", "/api/history?action=allow", ""); !strings.Contains(got.body, "Some Agent") {
		t.Errorf("%s", got.body)
	}
	if log := m.log.String(); strings.Contains(log, tokens.Access) || strings.Contains(log, tokens.Refresh) {
		t.Error("the log has a token")
	}
}

func TestGrantWorksForMCPOnly(t *testing.T) {
	t.Parallel()
	m := serve(t)
	tokens := visit(m, "x").connect()
	for _, row := range append(m.table(), route{method: "GET", path: "/nowhere"}) {
		if strings.HasPrefix(row.path, "/mcp") || strings.HasPrefix(row.path, "/.well-known") ||
			strings.HasPrefix(row.path, "/oauth") ||
			row.path == "/" || row.path == "/healthz" || row.path == "/devservers.schema.json" || row.path == "/login" ||
			strings.HasPrefix(row.path, "/static") {
			continue
		}
		for _, secret := range []string{tokens.Access, tokens.Refresh} {
			if got := m.do(row.method, fill(row.path), "", with(secret), m.onUI); got.StatusCode != 401 {
				t.Errorf("%s %s: %d", row.method, row.path, got.StatusCode)
			}
		}
	}
	if got := m.do("POST", "/mcp", "{}", with(tokens.Refresh)); got.StatusCode != 401 {
		t.Errorf("a refresh token: %d", got.StatusCode)
	}
	if got := m.do("POST", "/mcp", "{}", cookie(m.signIn()), m.onUI); got.StatusCode != 401 {
		t.Errorf("a browser's cookie: %d", got.StatusCode)
	}
}

func TestRefusedClientLearnsHowToGetAccess(t *testing.T) {
	t.Parallel()
	m := serve(t)
	for _, path := range []string{"/mcp", "/mcp/p/shop"} {
		got := m.do("POST", path, "{}", anonymous)
		ways := got.Header.Get("WWW-Authenticate")
		at := regexp.MustCompile(`resource_metadata="([^"]+)"`).FindStringSubmatch(ways)
		if got.StatusCode != 401 || len(at) != 2 || strings.Contains(ways, "invalid_token") ||
			!strings.Contains(got.problem(t).Hint, "devservers mcp install") {
			t.Fatalf("%d %q %s", got.StatusCode, ways, got.body)
		}
		var meta struct {
			Resource string   `json:"resource"`
			Servers  []string `json:"authorization_servers"`
		}
		origin := m.origin("127.0.0.1")
		document := m.do("GET", strings.TrimPrefix(at[1], origin), "", anonymous)
		if err := json.Unmarshal([]byte(document.body), &meta); err != nil || meta.Resource != origin+path ||
			len(meta.Servers) != 1 || meta.Servers[0] != origin {
			t.Errorf("%s", document.body)
		}
	}
	if got := m.do("POST", "/mcp", "{}", with("x")); !strings.Contains(got.Header.Get("WWW-Authenticate"),
		`error="invalid_token"`) {
		t.Errorf("%v", got.Header)
	}
	if got := m.do("GET", "/.well-known/openid-configuration", "", anonymous); got.StatusCode != 404 {
		t.Errorf("%d", got.StatusCode)
	}
	var meta map[string]any
	if err := json.Unmarshal([]byte(m.do("GET", "/.well-known/oauth-authorization-server", "", anonymous).body),
		&meta); err != nil || meta["issuer"] != m.origin("127.0.0.1") {
		t.Errorf("%v", meta)
	}
}

func TestCodesAndTokensAreTradedOnce(t *testing.T) {
	t.Parallel()
	m := serve(t)
	v := visit(m, "x")
	other := visit(m, "y")
	code := func(c string, more ...string) []string {
		return append([]string{"grant_type", "authorization_code", "code", c, "code_verifier", verifier}, more...)
	}
	used := v.code()
	v.tokens(v.trade(code(used)...))
	cases := map[string]struct {
		got    reply
		status int
		code   string
	}{
		"a code again":          {v.trade(code(used)...), 400, "invalid_grant"},
		"no code":               {v.trade(code("")...), 400, "invalid_grant"},
		"another verifier":      {v.trade(code(v.code(), "code_verifier", strings.Repeat("x", 43))...), 400, "invalid_grant"},
		"no verifier":           {v.trade(code(v.code(), "code_verifier", "")...), 400, "invalid_grant"},
		"another client":        {other.trade(code(v.code())...), 400, "invalid_grant"},
		"another address":       {v.trade(code(v.code(), "redirect_uri", callback+"2")...), 400, "invalid_grant"},
		"a client of nowhere":   {v.trade(code(v.code(), "client_id", "x")...), 401, "invalid_client"},
		"another resource":      {v.trade(code(v.code(), "resource", "http://localhost:1/mcp")...), 400, "invalid_target"},
		"another kind of grant": {v.trade("grant_type", "password"), 400, "unsupported_grant_type"},
		"a refresh of nowhere":  {v.trade("grant_type", "refresh_token", "refresh_token", "x"), 400, "invalid_grant"},
		"JSON": {m.do("POST", "/oauth/token", `{"grant_type":"refresh_token"}`, anonymous), 400,
			"invalid_request"},
	}
	for name, c := range cases {
		if c.got.StatusCode != c.status || !strings.Contains(c.got.body, `"error":"`+c.code+`"`) {
			t.Errorf("%s: %d %s", name, c.got.StatusCode, c.got.body)
		}
	}
	if list := m.o.Access.List(); len(list) != 0 {
		t.Errorf("the code that came twice left %+v", list)
	}
}

func TestConsentNeedsItsSeal(t *testing.T) {
	t.Parallel()
	m := serve(t)
	v := visit(m, "x")
	fields := func(change ...string) url.Values {
		f := formOf(t, v.ask().body)
		for i := 0; i < len(change); i += 2 {
			f.Set(change[i], change[i+1])
		}
		return f
	}
	thief := visit(m, "thief")
	cases := map[string]reply{
		"without a seal":    v.say(fields("seal", ""), "allow"),
		"another client":    v.say(fields("client_id", thief.id), "allow"),
		"another challenge": v.say(fields("code_challenge", challengeOf("x")), "allow"),
		"another address":   v.say(fields("redirect_uri", "http://127.0.0.1:9/callback"), "allow"),
		"another browser":   thief.say(fields(), "allow"),
		"no session": v.do("POST", "/oauth/authorize", fields("answer", "allow").Encode(), anonymous, m.onUI,
			formType),
		"the token": v.do("POST", "/oauth/authorize", fields("answer", "allow").Encode(), m.onUI, formType),
		"a page of a dev server": v.say(fields(), "allow", header("Origin", "http://devservers.localhost:3000"),
			header("Sec-Fetch-Site", "same-site")),
		"a page of another site": v.say(fields(), "allow", header("Origin", "https://evil.test"),
			header("Sec-Fetch-Site", "cross-site")),
		"a page of nowhere": v.say(fields(), "allow", header("Origin", "null")),
		"in JSON":           v.do("POST", "/oauth/authorize", `{"answer":"allow"}`, cookie(v.cookie), m.onUI),
		"registered by a web page": m.do("POST", "/oauth/register", `{"redirect_uris":["`+callback+`"]}`, anonymous,
			header("Origin", "https://evil.test")),
	}
	for name, got := range cases {
		if got.StatusCode < 400 || got.Header.Get("Location") != "" {
			t.Errorf("%s: %d %q %s", name, got.StatusCode, got.Header.Get("Location"), got.body)
		}
	}
	if got := v.say(fields(), "deny"); !strings.Contains(got.Header.Get("Location"), "error=access_denied") ||
		strings.Contains(got.Header.Get("Location"), "code=") {
		t.Errorf("%q", got.Header.Get("Location"))
	}
}

func TestConsentRedirectsOnlyToRegisteredAddresses(t *testing.T) {
	t.Parallel()
	m := serve(t)
	v := visit(m, "x")
	for _, change := range [][]string{{"redirect_uri", "http://evil.test/"}, {"redirect_uri", ""}, {"client_id", "x"},
		{"redirect_uri", callback + "/x"}} {
		if got := v.ask(change...); got.StatusCode != 400 || got.Header.Get("Location") != "" ||
			!strings.Contains(got.body, "Not connected") {
			t.Errorf("%v: %d %q %s", change, got.StatusCode, got.Header.Get("Location"), got.body)
		}
	}
	for _, c := range [][]string{
		{"unsupported_response_type", "response_type", "token"}, {"invalid_request", "code_challenge_method", "plain"},
		{"invalid_request", "code_challenge", ""}, {"invalid_target", "resource", "https://example.com/mcp"},
	} {
		got := v.ask(c[1:]...)
		if at := got.Header.Get("Location"); got.StatusCode != 303 || !strings.HasPrefix(at, callback+"?") ||
			!strings.Contains(at, "error="+c[0]) {
			t.Errorf("%v: %d %q", c, got.StatusCode, at)
		}
	}
	for _, redirect := range []string{"https://evil.test/", "http://evil.test/", "javascript:alert(1)"} {
		got := m.do("POST", "/oauth/register", `{"redirect_uris":["`+redirect+`"]}`, anonymous)
		if got.StatusCode != 400 || !strings.Contains(got.body, access.InvalidRedirect) {
			t.Errorf("%s: %d %s", redirect, got.StatusCode, got.body)
		}
	}
	if got := v.do("GET", v.question("issuer", "http://evil.test"), "", cookie(v.cookie),
		m.onUI); strings.Contains(v.say(formOf(t, got.body), "allow").Header.Get("Location"), "evil") {
		t.Error("somebody else's issuer is sent along")
	}
}

func TestSigningInReturnsToTheConsentPage(t *testing.T) {
	t.Parallel()
	m := serve(t)
	v := visit(m, "Some Agent")
	got := m.do("GET", v.question(), "", anonymous)
	at := got.Header.Get("Location")
	if got.StatusCode != 302 || !strings.HasPrefix(at, m.origin(guard.UIHost)+"/oauth/authorize?") ||
		!strings.Contains(at, url.QueryEscape(m.origin("127.0.0.1"))) {
		t.Fatalf("%d %q", got.StatusCode, at)
	}
	path := strings.TrimPrefix(at, m.origin(guard.UIHost))
	got = m.do("GET", path, "", anonymous, m.onUI)
	if got.StatusCode != 401 || !strings.Contains(got.body, "devservers open") ||
		!strings.Contains(got.body, "Some Agent") {
		t.Fatalf("%d %s", got.StatusCode, got.body)
	}
	got = m.redeem()
	if got.StatusCode != 204 || got.Header.Get("Location") != path {
		t.Errorf("%d %q", got.StatusCode, got.Header.Get("Location"))
	}
	if got = m.redeem(); got.Header.Get("Location") != "" {
		t.Errorf("led there twice: %q", got.Header.Get("Location"))
	}
}

func TestRevokedGrantIsRefused(t *testing.T) {
	t.Parallel()
	m := serve(t)
	v, w := visit(m, "x"), visit(m, "y")
	first, second := v.connect(), w.connect()
	id := m.o.Access.List()[0].ID
	if m.o.Access.List()[0].Name != "x" {
		id = m.o.Access.List()[1].ID
	}
	if got := m.do("DELETE", "/api/access/"+id, ""); got.StatusCode != 204 {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	if got := m.do("POST", "/oauth/revoke", url.Values{"token": {second.Refresh}}.Encode(), anonymous,
		formType); got.StatusCode != 200 {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	for _, secret := range []string{first.Access, second.Access} {
		if got := m.do("POST", "/mcp", "{}", with(secret)); got.StatusCode != 401 {
			t.Errorf("%d", got.StatusCode)
		}
	}
	if got := v.trade("grant_type", "refresh_token", "refresh_token", first.Refresh); got.StatusCode != 400 {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	if got := m.do("DELETE", "/api/access/"+id, ""); got.StatusCode != 404 {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
}

func TestOnlyTheCommandLineMakesTokens(t *testing.T) {
	t.Parallel()
	m := serve(t)
	var made NewToken
	if err := json.Unmarshal([]byte(m.do("POST", "/api/access", `{"name":"ci"}`).body), &made); err != nil ||
		made.Token == "" {
		t.Fatalf("%+v %v", made, err)
	}
	if got := m.do("POST", "/mcp", "{}", with(made.Token)); !strings.Contains(got.body, `"kind":"token","name":"ci"`) {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	if got := m.do("GET", "/api/access", ""); strings.Contains(got.body, made.Token) ||
		!strings.Contains(got.body, `"name":"ci"`) {
		t.Errorf("%s", got.body)
	}
	for status, edit := range map[int]func(*http.Request){
		409: header("Accept", "*/*"), 403: header(guard.ActorHeader, "mcp"), 401: with(made.Token),
	} {
		if got := m.do("POST", "/api/access", `{"name":"ci"}`, edit); got.StatusCode != status {
			t.Errorf("%d %s", got.StatusCode, got.body)
		}
	}
	if got := m.do("POST", "/api/access", `{"name":"ui"}`, cookie(m.signIn()), m.onUI); got.StatusCode != 403 {
		t.Errorf("a browser: %d %s", got.StatusCode, got.body)
	}
}

func TestTooManyWrongTokens(t *testing.T) {
	t.Parallel()
	m := serve(t)
	tokens := visit(m, "x").connect()
	last := 0
	for range guard.MaxWrongTokens + 1 {
		last = m.do("POST", "/mcp", "{}", with("wrong")).StatusCode
	}
	if last != 429 {
		t.Errorf("%d", last)
	}
	if got := m.do("POST", "/mcp", "{}", with(tokens.Access)); got.StatusCode != 200 {
		t.Errorf("a right one: %d", got.StatusCode)
	}
	if got := m.do("POST", "/mcp", "{}", anonymous); got.StatusCode != 401 {
		t.Errorf("none: %d", got.StatusCode)
	}
}

func TestClientNameIsText(t *testing.T) {
	t.Parallel()
	m := serve(t)
	v := visit(m, `</title><script>alert(1)</script><img src=x onerror=alert(1)>`)
	got := v.ask()
	if strings.Contains(got.body, "<script>") || strings.Contains(got.body, "<img") ||
		!strings.Contains(got.body, "&lt;script&gt;") {
		t.Errorf("%s", got.body)
	}
	policy := got.Header.Get("Content-Security-Policy")
	if !strings.Contains(policy, "form-action 'self' http://127.0.0.1:4001;") ||
		!strings.Contains(policy, "frame-ancestors 'none'") {
		t.Errorf("%s", policy)
	}
	if got := v.ask("redirect_uri", "http://127.0.0.1:4001/callback;script-src *"); got.StatusCode != 400 {
		t.Errorf("%d", got.StatusCode)
	}
}
