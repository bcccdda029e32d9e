package app

import "context"

// Credential is the program that a request over HTTP comes from, as its credential names it.
type Credential struct {
	ID   string // of the entry that names it; "" for the manager's own token
	Name string // of the grant or the named token; "" when the credential names nobody
	Kind string // ClientControl, ClientToken or ClientGrant; "" = none was needed

	Project string // the only project that it is for; "" = all
}

// The kinds of credential that a Client may have shown.
const (
	ClientControl = "cli"   // the manager's own token, new at each start
	ClientToken   = "token" // a named token that a person made, or the credential of a bridge or helper
	ClientGrant   = "grant" // what a person allowed on the consent page
)

type clientKey struct{}

// WithClient notes whose request ctx belongs to.
func WithClient(ctx context.Context, c Credential) context.Context {
	return context.WithValue(ctx, clientKey{}, c)
}

// ClientOf is whose request ctx belongs to; the zero Client when nobody noted it.
func ClientOf(ctx context.Context) Credential {
	c, _ := ctx.Value(clientKey{}).(Credential)
	return c
}
