package access

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func open(t *testing.T, dir string) *Grants {
	t.Helper()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const (
	verifier = "a-verifier-of-at-least-forty-three-characters"
	redirect = "http://127.0.0.1:4000/callback"
)

func challengeOf(verifier string) string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

func register(t *testing.T, s *Grants, name string) (id string) {
	t.Helper()
	id, _, err := s.Register(name, []string{redirect})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// grant goes the whole way of a client.
func grant(t *testing.T, s *Grants, name string) (id string, tokens Tokens, e Entry) {
	t.Helper()
	id = register(t, s, name)
	tokens, e, err := s.Redeem(s.NewCode(Consent{ClientID: id, Name: name, Redirect: redirect,
		Challenge: challengeOf(verifier)}), id, redirect, verifier)
	if err != nil {
		t.Fatal(err)
	}
	return id, tokens, e
}

func refused(t *testing.T, err error, code string) {
	t.Helper()
	var r *Refusal
	if !errors.As(err, &r) || r.Code != code {
		t.Errorf("%v, want %s", err, code)
	}
}

func TestGrantOutlivesManager(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	id, tokens, e := grant(t, s, "Some Agent")
	if e.Name != "Some Agent" || e.Kind != KindGrant || e.Redirect != "127.0.0.1:4000" || e.EndsAt == nil {
		t.Errorf("%+v", e)
	}
	s = open(t, dir)
	if who, ok := s.Who(tokens.Access); !ok || who.ID != e.ID || who.UsedAt == nil {
		t.Errorf("%+v %t", who, ok)
	}
	if _, ok := s.Who(tokens.Refresh); ok {
		t.Error("a refresh token opens the door")
	}
	if c, ok := s.Client(id); !ok || c.Name != "Some Agent" {
		t.Errorf("%+v %t", c, ok)
	}
	if _, _, err := s.Refresh(tokens.Refresh, id); err != nil {
		t.Error(err)
	}
}

func TestCodeWorksOnce(t *testing.T) {
	s := open(t, t.TempDir())
	id, other := register(t, s, "a"), register(t, s, "b")
	request := Consent{ClientID: id, Redirect: redirect, Challenge: challengeOf(verifier)}
	_, _, err := s.Redeem(s.NewCode(request), id, redirect, strings.Repeat("x", 50))
	refused(t, err, InvalidGrant)
	_, _, err = s.Redeem(s.NewCode(request), other, redirect, verifier)
	refused(t, err, InvalidGrant)
	_, _, err = s.Redeem(s.NewCode(request), id, redirect+"/x", verifier)
	refused(t, err, InvalidGrant)
	_, _, err = s.Redeem("nothing", id, redirect, verifier)
	refused(t, err, InvalidGrant)
	_, _, err = s.Redeem(s.NewCode(request), id+"x", redirect, verifier)
	refused(t, err, InvalidClient)
	if len(s.List()) != 0 {
		t.Errorf("%+v", s.List())
	}
	code := s.NewCode(request)
	tokens, _, err := s.Redeem(code, id, redirect, verifier)
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = s.Redeem(code, id, redirect, verifier)
	refused(t, err, InvalidGrant)
	if _, ok := s.Who(tokens.Access); ok {
		t.Error("the grant of a stolen code lives on")
	}
}

func TestWrongVerifierEndsCode(t *testing.T) {
	s := open(t, t.TempDir())
	id := register(t, s, "a")
	code := s.NewCode(Consent{ClientID: id, Redirect: redirect, Challenge: challengeOf(verifier)})
	_, _, err := s.Redeem(code, id, redirect, strings.Repeat("x", 50))
	refused(t, err, InvalidGrant)
	_, _, err = s.Redeem(code, id, redirect, verifier)
	refused(t, err, InvalidGrant)
}

func TestTokensExpire(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, t.TempDir())
		id := register(t, s, "a")
		late := s.NewCode(Consent{ClientID: id, Redirect: redirect, Challenge: challengeOf(verifier)})
		_, tokens, _ := grant(t, s, "a")
		time.Sleep(CodeLife)
		_, _, err := s.Redeem(late, id, redirect, verifier)
		refused(t, err, InvalidGrant)
		time.Sleep(AccessLife - CodeLife - time.Second)
		if _, ok := s.Who(tokens.Access); !ok {
			t.Error("an access token ends too early")
		}
		time.Sleep(time.Second)
		if _, ok := s.Who(tokens.Access); ok {
			t.Error("an access token lives too long")
		}
		for i := range 4 { // each use moves the end
			time.Sleep(time.Duration(min(i, 1)) * (RefreshLife - time.Second))
			if tokens, _, err = s.Refresh(tokens.Refresh, id); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(RefreshLife)
		_, _, err = s.Refresh(tokens.Refresh, id)
		refused(t, err, InvalidGrant)
		if len(s.List()) != 0 {
			t.Errorf("%+v", s.List())
		}
	})
}

func TestRefreshTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, t.TempDir())
		id, first, e := grant(t, s, "a")
		a, _, err := s.Refresh(first.Refresh, id)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(overlap - time.Second)
		b, _, err := s.Refresh(first.Refresh, id)
		if err != nil {
			t.Fatal(err)
		}
		for _, tokens := range []Tokens{a, b} {
			if who, ok := s.Who(tokens.Access); !ok || who.ID != e.ID {
				t.Errorf("%+v %t", who, ok)
			}
			if _, _, err := s.Refresh(tokens.Refresh, id); err != nil {
				t.Error(err)
			}
		}
		_, _, err = s.Refresh(a.Refresh, register(t, s, "thief"))
		refused(t, err, InvalidGrant)
		if _, ok := s.Who(b.Access); !ok {
			t.Error("another client has ended the grant")
		}
	})
}

// TestStolenRefreshTokenEndsItsGrant: one that is used again later was stolen, and nobody can say who has the newer
// one.
func TestStolenRefreshTokenEndsItsGrant(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		s := open(t, dir)
		id, first, _ := grant(t, s, "a")
		newer, _, err := s.Refresh(first.Refresh, id)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(overlap)
		s = open(t, dir) // the next manager knows it, too
		_, _, err = s.Refresh(first.Refresh, id)
		refused(t, err, InvalidGrant)
		if _, ok := s.Who(newer.Access); ok || len(s.List()) != 0 {
			t.Errorf("the grant lives: %+v", s.List())
		}
		_, _, err = s.Refresh(newer.Refresh, id)
		refused(t, err, InvalidGrant)
	})
}

func TestRevoke(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	id, byID, e := grant(t, s, "a")
	_, bySecret, _ := grant(t, s, "b")
	value, token, err := s.AddToken("ci")
	if err != nil || token.Kind != KindToken {
		t.Fatal(err)
	}
	if who, ok := s.Who(value); !ok || who.Name != "ci" {
		t.Errorf("%+v %t", who, ok)
	}
	if _, _, err := s.AddToken("ci"); !errors.Is(err, ErrExists) {
		t.Error(err)
	}
	for _, name := range []string{"", " x", "a\nb", strings.Repeat("x", 61)} {
		if _, _, err := s.AddToken(name); !errors.Is(err, ErrName) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if err := s.RevokeSecret(bySecret.Refresh); err != nil {
		t.Error(err)
	}
	for _, name := range []string{e.ID, "ci"} {
		if _, err := s.Revoke(name); err != nil {
			t.Error(err)
		}
	}
	if _, err := s.Revoke("ci"); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	for _, s := range []*Grants{s, open(t, dir)} {
		for _, secret := range []string{byID.Access, bySecret.Access, value} {
			if _, ok := s.Who(secret); ok {
				t.Error("what was revoked opens the door")
			}
		}
		_, _, err := s.Refresh(byID.Refresh, id)
		refused(t, err, InvalidGrant)
	}
}

func TestFileHasNoSecrets(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	_, tokens, _ := grant(t, s, "a")
	value, _, _ := s.AddToken("ci")
	data, err := os.ReadFile(filepath.Join(dir, "access.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{tokens.Access, tokens.Refresh, value} {
		if strings.Contains(string(data), secret) {
			t.Errorf("%s", data)
		}
	}
	for _, name := range []string{"access.json", "access.key"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", name, info, err)
		}
	}
}

func TestDamagedFileIsPutAside(t *testing.T) {
	dir := t.TempDir()
	id := register(t, open(t, dir), "a")
	torn := `[{"id": "0`
	if err := os.WriteFile(filepath.Join(dir, "access.json"), []byte(torn), 0o600); err != nil {
		t.Fatal(err)
	}
	s := open(t, dir)
	if s.Problem() == "" {
		t.Error("Problem is empty")
	}
	if _, _, err := s.AddToken("ci"); err != nil {
		t.Error(err)
	}
	if _, ok := s.Client(id); !ok {
		t.Error("the client has to register again, and may not know it")
	}
	aside, _ := filepath.Glob(filepath.Join(dir, "access.json.damaged"))
	if len(aside) != 1 {
		t.Fatal(aside)
	}
	if data, _ := os.ReadFile(aside[0]); string(data) != torn {
		t.Errorf("%s", data)
	}
}

func TestFailedSaveChangesNothing(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	if err := os.Mkdir(filepath.Join(dir, "access.json"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.AddToken("ci"); err == nil || len(s.List()) != 0 {
		t.Errorf("%v %+v", err, s.List())
	}
}

func TestRegisterRedirects(t *testing.T) {
	s := open(t, t.TempDir())
	good := []string{
		"http://localhost:1/cb", "http://127.0.0.1/", "http://[::1]:9/x?y=1", "https://vscode.dev/redirect",
		"https://insiders.vscode.dev/redirect", "cursor://anysphere.cursor-mcp/oauth/callback",
	}
	for _, r := range good {
		if _, _, err := s.Register("x", []string{r}); err != nil {
			t.Errorf("%s: %v", r, err)
		}
	}
	for _, r := range []string{
		"", "/", "http://evil.test/", "http://localhost.evil.test/", "http://localhost@evil.test/", "https://localhost/",
		"javascript:alert(1)",
		"https://vscode.dev/redirect/../x", "https://vscode.dev.evil.test/redirect", "cursor://evil/", "http://127.0.0.1#x",
		"http://127.0.0.1\n/", "data:x",
		"http://localhost:1/" + strings.Repeat("x", 300), "http://10.0.0.1/", "http://u:p@localhost/", "HTTP:localhost",
	} {
		if _, _, err := s.Register("x", []string{good[0], r}); err == nil {
			t.Errorf("%s is allowed", r)
		}
	}
	c := Registration{Redirects: []string{"http://127.0.0.1:33418/", "https://vscode.dev/redirect"}}
	for address, want := range map[string]bool{
		"http://127.0.0.1:33418/": true, "http://127.0.0.1:5/": true, "http://127.0.0.1/": true,
		"http://127.0.0.1:5/x":    false,
		"http://localhost:33418/": false, "https://vscode.dev/redirect": true, "https://vscode.dev:5/redirect": false,
		"http://evil.test/": false,
	} {
		if c.Allows(address) != want {
			t.Errorf("%s: %t", address, !want)
		}
	}
}

func TestForgedClientID(t *testing.T) {
	s := open(t, t.TempDir())
	id := register(t, s, "a")
	_, body, _ := strings.Cut(id, ".")
	for _, forged := range []string{"", ".", "." + body, id[:len(id)-1], id + "A", "x" + id, s.Seal("other", body) + "." +
		body} {
		if _, ok := s.Client(forged); ok {
			t.Errorf("%q is taken", forged)
		}
	}
	if _, ok := open(t, t.TempDir()).Client(id); ok {
		t.Error("another store takes it")
	}
}

func TestLeastRecentlyUsedGrantIsEvicted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, t.TempDir())
		if _, _, err := s.AddToken("kept"); err != nil {
			t.Fatal(err)
		}
		_, first, _ := grant(t, s, "first")
		_, second, _ := grant(t, s, "second")
		time.Sleep(2 * usedStep)
		s.Who(first.Access)
		for len(s.List()) < mostEntries {
			grant(t, s, "more")
		}
		grant(t, s, "one more")
		if _, ok := s.Who(second.Access); ok || len(s.List()) != mostEntries {
			t.Error("the wrong one made place")
		}
		if _, ok := s.Who(first.Access); !ok {
			t.Error("one that was just used made place")
		}
		if !slices.ContainsFunc(s.List(), func(e Entry) bool { return e.Name == "kept" }) {
			t.Error("a named token made place")
		}
	})
}

func TestConcurrentUse(t *testing.T) {
	s := open(t, t.TempDir())
	id, tokens, _ := grant(t, s, "a")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 5 {
				_, _, _ = s.Refresh(tokens.Refresh, id)
				s.Who(tokens.Access)
				s.List()
			}
		})
	}
	all.Wait()
	if len(s.List()) != 1 {
		t.Errorf("%+v", s.List())
	}
}

func FuzzRedirect(f *testing.F) {
	for _, s := range []string{redirect, "http://[::1", "cursor://anysphere.cursor-mcp/x",
		"http://localhost\\@evil.test/"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, address string) {
		if mayRedirect(address) && strings.Contains(RedirectHost(address), "evil.test") {
			t.Errorf("%q", address)
		}
	})
}
