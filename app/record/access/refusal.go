package access

// Refusal is the error for a client whose request is refused, in the terms of RFC 6749 (5.2, 4.1.2.1), RFC 7591 (3.2.2)
// and RFC 8707 (2).
type Refusal struct {
	Code string `json:"error"`
	Why  string `json:"error_description"`
}

// Error returns the code and the reason.
func (r *Refusal) Error() string { return r.Code + ": " + r.Why }

// The codes of a Refusal.
const (
	InvalidRequest  = "invalid_request"
	InvalidClient   = "invalid_client" // tells a client to register again
	InvalidGrant    = "invalid_grant"
	InvalidTarget   = "invalid_target"
	InvalidRedirect = "invalid_redirect_uri"
	InvalidMetadata = "invalid_client_metadata"
	UnsupportedType = "unsupported_grant_type"
	UnsupportedCode = "unsupported_response_type"
	AccessDenied    = "access_denied"
)

func refuse(code, why string) *Refusal { return &Refusal{code, why} }
