package guard

import "testing"

func TestPolicy(t *testing.T) {
	const rest = "; img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; "
	for want, p := range map[string]Policy{
		"default-src 'none'; script-src 'self'; style-src 'self'" + rest +
			"form-action 'self'; frame-ancestors 'none'": {},
		"default-src 'none'; script-src 'self'; style-src 'self' 'nonce-x'" + rest +
			"form-action 'self'; frame-ancestors 'none'": {StyleNonce: "x"},
		"default-src 'none'; script-src 'self'; style-src 'self'" + rest +
			"form-action 'self' http://127.0.0.1:4001; frame-ancestors 'none'": {FormTarget: "http://127.0.0.1:4001"},
	} {
		if got := p.String(); got != want {
			t.Errorf("%+v:\n%s\nwant\n%s", p, got, want)
		}
	}
}
