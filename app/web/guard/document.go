package guard

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"syscall"
	"time"

	"devservers/app/access"
)

// The bounds of a document that describes a client.
const (
	documentSize  = 16 << 10
	documentTime  = 5 * time.Second
	documentFresh = 10 * time.Minute // how long a document is not read again, nor asked for if it failed
	documentsKept = 20
)

// ReadDocument returns what is at an address.
type ReadDocument func(ctx context.Context, address string) ([]byte, error)

// documents reads the documents of clients whose id is an address (CIMD). It reads one at a time. The zero value is
// ready for use.
type documents struct {
	mu   sync.Mutex
	read map[string]document
	may  func(netip.Addr) bool // which addresses it may connect to; nil = public ones
	tls  *tls.Config           // nil = the usual authorities
}

type document struct {
	client access.Registration
	err    error
	ends   time.Time
}

// client returns the client that the document at id describes.
func (d *documents) client(ctx context.Context, id string, read ReadDocument) (access.Registration, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if known, ok := d.read[id]; ok && time.Now().Before(known.ends) {
		return known.client, known.err
	}
	if read == nil {
		read = d.fetch
	}
	data, err := read(ctx, id)
	got := document{err: err, ends: time.Now().Add(documentFresh)}
	if err == nil {
		got.client, got.err = access.ReadDocument(id, data)
	}
	if ctx.Err() == nil {
		if len(d.read) >= documentsKept || d.read == nil {
			d.read = map[string]document{}
		}
		d.read[id] = got
	}
	return got.client, got.err
}

// isAway reports whether there was no way to the server of a document when a client was asked for last.
func (d *documents) isAway(id string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return isAway(d.read[id].err)
}

// fetch reads a document from a public address, without redirects, cookies or a proxy.
func (d *documents) fetch(ctx context.Context, id string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, documentTime)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, id, nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Accept", "application/json")
	dialer := net.Dialer{Control: d.mayDial}
	transport := &http.Transport{DialContext: dialer.DialContext, TLSClientConfig: d.tls, DisableKeepAlives: true,
		MaxResponseHeaderBytes: documentSize}
	client := http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
	answer, err := client.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("its server answered %d", answer.StatusCode)
	}
	data, err := io.ReadAll(io.LimitReader(answer.Body, documentSize+1))
	if err == nil && len(data) > documentSize {
		err = fmt.Errorf("it is larger than %d kB", documentSize>>10)
	}
	return data, err
}

// mayDial refuses addresses of this machine and of private networks: after the name was resolved, so that no name can
// lead there.
func (d *documents) mayDial(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	may := d.may
	if may == nil {
		may = isPublic
	}
	if err == nil && !may(to.Addr()) {
		err = errNotPublic
	}
	return err
}

var errNotPublic = errors.New("its address is not a public one")

// isAway reports whether a document was not read because there is no way to its server: no name is found, nothing
// connects. What a server answers is never that.
func isAway(err error) bool {
	var name *net.DNSError
	var op *net.OpError
	return !errors.Is(err, errNotPublic) && (errors.As(err, &name) || errors.As(err, &op) && op.Op == "dial")
}

// isPublic reports whether an address belongs to the public internet: none of this machine, of a private network, or
// of those that lead to one (RFC 6890).
func isPublic(a netip.Addr) bool {
	a = a.Unmap()
	if !a.IsGlobalUnicast() || a.IsPrivate() {
		return false
	}
	return !slices.ContainsFunc([]string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.88.99.0/24", "198.18.0.0/15", "240.0.0.0/4",
		"64:ff9b::/96", "64:ff9b:1::/48", "2001::/23", "2002::/16", "fec0::/10",
	}, func(reserved string) bool { return netip.MustParsePrefix(reserved).Contains(a) })
}
