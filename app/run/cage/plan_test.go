package cage

import (
	"net/netip"
	"strings"
	"testing"
)

// sample is the plan of a project in a home directory, with a cache, a repository and a secret.
func sample() *Plan {
	return &Plan{Dir: "/home/me/shop", Hidden: []string{"/home/me", "/tmp", "/home/me/.local/state/devservers"},
		Read: []string{"/home/me/.local", "/home/me/.nvm"}, Write: []string{"/home/me/.npm"},
		Locked: []string{"/home/me/shop/.git"}, Network: NetworkAll, Ports: []int{5173, 5432}, Others: []int{7912}}
}

func TestPlanTellsWhatIsVisible(t *testing.T) {
	p := sample()
	for path, want := range map[string]string{
		"/etc/hosts": "r", "/home/me/.ssh/id": "", "/home/me/shop/a.js": "rw", "/home/me/shopping": "", "/tmp/x": "",
		"/home/me/.nvm/bin/node": "r", "/home/me/.npm/x": "rw", "/home/me/shop/.git/hooks": "r",
		"/home/me/.local/state/devservers/status.json": "", "/home/me/.local/bin/x": "r", "/home/me": "",
	} {
		got := ""
		if p.Sees(path) {
			got += "r"
		}
		if p.Writes(path) {
			got += "w"
		}
		if got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

// TestMountsHideWhatIsBelow: a deeper path is mounted later, so it counts.
func TestMountsHideWhatIsBelow(t *testing.T) {
	args := strings.Join(sample().bwrapArgs("/exe", "/etc/resolv.conf", "/home/me/shop", "/bin/x", []string{"x"}), " ")
	at := -1
	for _, part := range []string{"--ro-bind / /", "--tmpfs /home/me ", "--ro-bind-try /home/me/.local ",
		"--ro-bind-try /home/me/shop/.git", "--tmpfs /home/me/.local/state/devservers"} {
		i := strings.Index(args, part)
		if i <= at {
			t.Errorf("%q is at %d, after %d: %s", part, i, at, args)
		}
		at = i
	}
}

// TestSeatbeltProfile has the rules of macOS as text.
func TestSeatbeltProfile(t *testing.T) {
	p := sample()
	p.Write = append(p.Write, `/home/me/a "b"\c`)
	text, at := p.seatbelt(), -1
	for _, rule := range []string{"(version 1)", "(deny file-write*)", `(deny file-read* file-write* (subpath "/home/me"))`,
		`(allow file-read* file-write* (subpath "/home/me/shop"))`, `(allow file-read* file-write* (subpath "/home/me/.npm"))`,
		`(subpath "/home/me/a \"b\"\\c")`, `(deny file-write* (subpath "/home/me/shop/.git"))`,
		`(deny file-read* file-write* (subpath "/home/me/.local/state/devservers"))`,
		`(deny network-outbound (remote ip "localhost:*"))`, `(allow network-outbound (remote ip "localhost:5432"))`,
		`(deny network-bind (local ip "*:7912"))`} {
		i := strings.Index(text, rule)
		if i <= at {
			t.Errorf("%s is at %d, after %d, of\n%s", rule, i, at, text)
		}
		at = i
	}
	if p.Network = NetworkLoopback; !strings.Contains(p.seatbelt(), "(deny network-outbound (remote ip))\n(deny") {
		t.Error("the loopback isn't all")
	}
}

func TestPlanReaches(t *testing.T) {
	known := netip.MustParseAddr("203.0.113.7")
	found := func(a netip.Addr) bool { return a == known }
	for _, c := range []struct {
		network, addr string
		want          bool
	}{
		{NetworkAll, "198.51.100.1", true}, {NetworkAll, "169.254.169.254", false}, {NetworkAll, "fd00:ec2::254", false},
		{NetworkAll, "224.0.0.1", false}, {NetworkLoopback, "203.0.113.7", true}, {NetworkLoopback, "198.51.100.1", false},
	} {
		p := &Plan{Network: c.network}
		if got := p.reaches(netip.MustParseAddr(c.addr), found); got != c.want {
			t.Errorf("%s %s: %v", c.network, c.addr, got)
		}
	}
}
