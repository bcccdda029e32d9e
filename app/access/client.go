package access

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"net"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"devservers/app/base/words"
)

// Registration is what a program claimed to be when it registered (RFC 7591). Nothing of it is verified.
type Registration struct {
	Name      string   `json:"n"`
	Redirects []string `json:"r"`
}

// The limits of a registration. All of it is part of the id, which is part of URLs.
const (
	maxName      = 60
	maxRedirects = 10
	maxRedirect  = 300
	maxClientID  = 6 << 10
)

// Register returns the id of a client, which contains the registration and a seal. Nothing is stored, so clients may
// register any number of times and none is ever forgotten.
func (s *Grants) Register(name string, redirects []string) (id string, c Registration, err error) {
	c = Registration{Name: plainName(name), Redirects: redirects}
	if len(redirects) == 0 || len(redirects) > maxRedirects {
		return "", c, refuse(InvalidRedirect, "redirect_uris must have one to ten addresses")
	}
	for _, r := range redirects {
		if !mayRedirect(r) {
			return "", c, refuse(InvalidRedirect, "a redirect must go to a loopback address (http://127.0.0.1:PORT/...) or to "+
				"a known editor")
		}
	}
	data, err := json.Marshal(c)
	if err != nil {
		return "", c, err
	}
	body := base64.RawURLEncoding.EncodeToString(data)
	return s.Seal("client", body) + "." + body, c, nil
}

// Client returns the client of an id, if this store made the id.
func (s *Grants) Client(id string) (c Registration, ok bool) {
	seal, body, found := strings.Cut(id, ".")
	if !found || len(id) > maxClientID || !s.Sealed(seal, "client", body) {
		return c, false
	}
	data, err := base64.RawURLEncoding.DecodeString(body)
	return c, err == nil && json.Unmarshal(data, &c) == nil
}

// Allows reports whether a redirect of the client may go to address, which it must have registered. The port of a
// loopback address may differ (RFC 8252 7.3).
func (c Registration) Allows(address string) bool {
	return slices.ContainsFunc(c.Redirects, func(r string) bool {
		return r == address || withoutPort(r) == withoutPort(address) && mayRedirect(address)
	})
}

// withoutPort returns a loopback address without its port, and any other address unchanged.
func withoutPort(address string) string {
	u, err := url.Parse(address)
	if err != nil || !isLoopback(u) {
		return address
	}
	u.Host = u.Hostname()
	return u.String()
}

// editors returns the only addresses beyond this machine: pages that pass the code on to an editor.
func editors() map[string]string {
	return map[string]string{
		"https://vscode.dev/redirect":          "VS Code",
		"https://insiders.vscode.dev/redirect": "VS Code",
	}
}

// mayRedirect reports whether a code may go to address: this machine, or a known editor.
func mayRedirect(address string) bool {
	u, err := url.Parse(address)
	if err != nil || len(address) > maxRedirect || u.User != nil || u.Fragment != "" ||
		strings.ContainsFunc(address, unicode.IsControl) {
		return false
	}
	if editors()[address] != "" || u.Scheme == "cursor" && u.Host == "anysphere.cursor-mcp" {
		return true
	}
	return isLoopback(u)
}

func isLoopback(u *url.URL) bool {
	if u.Scheme != "http" || u.Host == "" || u.User != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

// RedirectHost returns the host of an address, for people.
func RedirectHost(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	if u.Scheme != "http" && u.Scheme != "https" {
		return u.Scheme + "://" + u.Host
	}
	return u.Host
}

// plainName returns a client's own name, limited to printable characters and in length.
func plainName(name string) string {
	return cmp.Or(words.Clean(strings.TrimSpace(name), maxName), "an MCP client")
}
