package access

import "testing"

const document = "https://agent.example.com/client.json"

func TestAddressesOfDocuments(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]bool{
		document: true, "https://claude.ai/oauth/client-metadata": true, "https://example.com/": false,
		"https://example.com": false, "http://example.com/c": false, "https://localhost/c": false,
		"https://127.0.0.1/c": false, "https://[::1]/c": false, "https://example.com:8443/c": false,
		"https://me@example.com/c": false, "https://example.com/c#x": false, "https://example.com/a/../c": false,
		"https://example.com/./c": false, "c": false, "": false,
	} {
		if IsDocument(id) != want {
			t.Errorf("%s: %v", id, !want)
		}
	}
}

func TestDocumentMayRedirectWhereARegistrationMay(t *testing.T) {
	t.Parallel()
	c, err := ReadDocument(document, []byte(`{"client_id":"`+document+`","client_name":"Agent\u202e",
		"redirect_uris":["http://127.0.0.1/callback","https://agent.example.com/back"]}`))
	if err != nil || c.Name != "Agent" || !c.Allows("http://127.0.0.1:4000/callback") ||
		c.Allows("https://agent.example.com/back") || c.Allows("http://127.0.0.1:4000/other") {
		t.Errorf("%+v %v", c, err)
	}
	for _, text := range []string{"", "[]", `{"client_id":"https://other.example.com/client.json"}`, "<html>"} {
		_, err := ReadDocument(document, []byte(text))
		refused(t, err, InvalidMetadata)
	}
}

// A grant needs the document only once: a later manager can refresh it without.
func TestGrantOfADocumentOutlivesTheManager(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, dir)
	code := s.NewCode(Consent{ClientID: document, Name: "Agent", Redirect: redirect, Challenge: challengeOf(verifier),
		Project: "shop"})
	_, _, err := s.Redeem(code, "https://other.example.com/client.json", redirect, verifier)
	refused(t, err, InvalidGrant)
	tokens, e, err := s.Redeem(code, document, redirect, verifier)
	if err != nil || e.Name != "Agent" || e.Project != "shop" {
		t.Fatalf("%+v %v", e, err)
	}
	later := open(t, dir)
	_, _, err = later.Refresh(tokens.Refresh, "https://other.example.com/client.json")
	refused(t, err, InvalidGrant)
	tokens, _, err = later.Refresh(tokens.Refresh, document)
	if who, ok := later.Who(tokens.Access); err != nil || !ok || who.Project != "shop" {
		t.Errorf("%+v %v", who, err)
	}
}
