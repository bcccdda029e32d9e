package cage

import (
	"net/netip"
	"testing"

	"golang.org/x/net/dns/dnsmessage"
)

// message returns a question for a name, or with an address its answer.
func message(t *testing.T, name string, addr ...netip.Addr) []byte {
	t.Helper()
	n := dnsmessage.MustNewName(name)
	m := dnsmessage.Message{Header: dnsmessage.Header{ID: 7}, Questions: []dnsmessage.Question{{Name: n,
		Type: dnsmessage.TypeA, Class: dnsmessage.ClassINET}}}
	for _, a := range addr {
		m.Answers = append(m.Answers, dnsmessage.Resource{Header: dnsmessage.ResourceHeader{Name: n,
			Class: dnsmessage.ClassINET}, Body: &dnsmessage.AResource{A: a.As4()}})
	}
	packed, err := m.Pack()
	if err != nil {
		t.Fatal(err)
	}
	return packed
}

// TestResolverAnswersDeclaredHostsOnly: others are refused and noted, and only what a declared name resolves to can be
// reached.
func TestResolverAnswersDeclaredHostsOnly(t *testing.T) {
	addr := netip.MustParseAddr("203.0.113.7")
	folder := t.TempDir()
	r := &names53{plan: &Plan{Network: NetworkLoopback, Hosts: []string{"api.example.com"}},
		refused: &refusals{folder: folder}, known: map[netip.Addr]bool{}}
	for _, name := range []string{"evil.example.com.", "api.example.com.evil.example.", "a\x1bb.example."} {
		var m dnsmessage.Message
		if err := m.Unpack(r.answer(message(t, name))); err != nil || m.RCode != dnsmessage.RCodeRefused || m.ID != 7 {
			t.Errorf("%q: %+v, %v", name, m, err)
		}
	}
	if list := RefusedIn(folder); len(list) != 2 || list[0].To != "evil.example.com" {
		t.Errorf("noted: %+v", list)
	}
	if r.found(addr) {
		t.Error("it is known before it was named")
	}
	if r.remember(message(t, "api.example.com.", addr)); !r.found(addr) || !r.plan.Names("API.example.com.") {
		t.Error("it is not known")
	}
	if r.answer([]byte("x")) != nil {
		t.Error("garbage has an answer")
	}
}
