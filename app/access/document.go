package access

import (
	"encoding/json"
	"net"
	"net/url"
	"strings"
)

// IsDocument reports whether a client id is the address of a document that describes the client (CIMD): https, on a
// named host and the usual port, with a path.
func IsDocument(id string) bool {
	u, err := url.Parse(id)
	return err == nil && len(id) <= maxRedirect && u.Scheme == "https" && u.User == nil && u.Port() == "" &&
		!strings.Contains(id, "#") && !strings.Contains(u.Host, ":") && strings.Contains(u.Host, ".") &&
		net.ParseIP(u.Host) == nil && len(u.Path) > 1 && u.JoinPath().Path == u.Path
}

// DocumentHost returns the host that vouches for the client of a document.
func DocumentHost(id string) string { return RedirectHost(id) }

// ReadDocument returns the client that the document at id describes. It may redirect where a registered client may.
func ReadDocument(id string, document []byte) (c Registration, err error) {
	var d struct {
		ID        string   `json:"client_id"`
		Name      string   `json:"client_name"`
		Redirects []string `json:"redirect_uris"`
	}
	if json.Unmarshal(document, &d) != nil {
		return c, refuse(InvalidMetadata, "it is not a JSON object that describes a client")
	}
	if d.ID != id {
		return c, refuse(InvalidMetadata, "its client_id is not its address")
	}
	c.Name = plainName(d.Name)
	for _, r := range d.Redirects {
		if mayRedirect(r) { // others are for other servers than this one
			c.Redirects = append(c.Redirects, r)
		}
	}
	return c, nil
}

// UnreadDocument returns the client of a document that nobody can read now, as without a network. Nobody vouches for
// it, so it is like a client that registered itself: its name is that address, and it returns to this machine alone.
func UnreadDocument(id, redirect string) (c Registration) {
	c.Name = plainName(strings.TrimPrefix(id, "https://"))
	if u, err := url.Parse(redirect); err == nil && isLoopback(u) && mayRedirect(redirect) {
		c.Redirects = []string{redirect}
	}
	return c
}

// knows reports whether an id can be one of a client: a code or a refresh token belongs to one id, so the document that
// a person saw on the consent page need not be read again.
func (s *Grants) knows(id string) bool {
	_, registered := s.Client(id)
	return registered || IsDocument(id)
}
