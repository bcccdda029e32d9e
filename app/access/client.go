package access

import (
	"encoding/base64"
	"encoding/json"
	"net"
	"net/url"
	"strings"
	"unicode"
)

// Client is what a program said of itself when it registered (RFC 7591). Nothing of it is proven.
type Client struct {
	Name      string   `json:"n"`
	Redirects []string `json:"r"`
}

// The bounds of a registration: its id holds all of it and travels in addresses.
const (
	maxName      = 60
	maxRedirects = 10
	maxRedirect  = 300
	maxClientID  = 6 << 10
)

// Register gives a client its id, which says all about the client and is sealed: nothing is kept, so that clients may
// register as often as they like, and none is ever forgotten.
func (s *Store) Register(name string, redirects []string) (id string, c Client, err error) {
	c = Client{Name: plainName(name), Redirects: redirects}
	if len(redirects) == 0 || len(redirects) > maxRedirects {
		return "", c, refuse(InvalidRedirect, "redirect_uris has to name one to ten addresses")
	}
	for _, r := range redirects {
		if !mayRedirect(r) {
			return "", c, refuse(InvalidRedirect, "only loopback addresses (http://127.0.0.1:PORT/...) and those of known editors can be led back to")
		}
	}
	data, err := json.Marshal(c)
	if err != nil {
		return "", c, err
	}
	body := base64.RawURLEncoding.EncodeToString(data)
	return s.Seal("client", body) + "." + body, c, nil
}

// Client is what id says, if it is one of ours.
func (s *Store) Client(id string) (c Client, ok bool) {
	seal, body, found := strings.Cut(id, ".")
	if !found || len(id) > maxClientID || !s.Sealed(seal, "client", body) {
		return c, false
	}
	data, err := base64.RawURLEncoding.DecodeString(body)
	return c, err == nil && json.Unmarshal(data, &c) == nil
}

// Allows tells whether the client may be led back to address: one that it registered. The port of a loopback address
// may be another one each time (RFC 8252 7.3).
func (c Client) Allows(address string) bool {
	for _, r := range c.Redirects {
		if r == address || withoutPort(r) == withoutPort(address) && mayRedirect(address) {
			return true
		}
	}
	return false
}

// withoutPort is a loopback address without its port; any other address as it is.
func withoutPort(address string) string {
	u, err := url.Parse(address)
	if err != nil || !isLoopback(u) {
		return address
	}
	u.Host = u.Hostname()
	return u.String()
}

// editors are the only addresses beyond this machine: those from which an editor takes the code to itself.
func editors() map[string]string {
	return map[string]string{
		"https://vscode.dev/redirect":          "VS Code",
		"https://insiders.vscode.dev/redirect": "VS Code",
	}
}

// mayRedirect tells whether a code may be sent to address: to this machine, or to a known editor.
func mayRedirect(address string) bool {
	u, err := url.Parse(address)
	if err != nil || len(address) > maxRedirect || u.User != nil || u.Fragment != "" || strings.ContainsFunc(address, unicode.IsControl) {
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

// RedirectHost is where an address leads to, in a word for people.
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

// plainName is a client's own name with only what can be printed, and not too much of it.
func plainName(name string) string {
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, name))
	if r := []rune(name); len(r) > maxName {
		name = string(r[:maxName])
	}
	if name == "" {
		return "an MCP client"
	}
	return name
}
