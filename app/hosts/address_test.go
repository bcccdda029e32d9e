package hosts

import (
	"slices"
	"strings"
	"testing"
)

func TestAddressesBecomeArgumentLists(t *testing.T) {
	t.Parallel()
	remote := "exec sh -c '" + script + "'"
	for address, want := range map[string][]string{
		"ssh://me@box:2222": {"ssh", "-T", batch, "-oConnectTimeout=10", "-oClearAllForwardings=yes", "-p", "2222", "-l",
			"me", "--", "box", remote},
		"docker://shop-api-1":  {"docker", "exec", "-i", "shop-api-1", "sh", "-c", script},
		"podman://dev@work":    {"podman", "exec", "-i", "-u", "dev", "work", "sh", "-c", script},
		"kubectl://team/web-0": {"kubectl", "exec", "-i", "-n", "team", "web-0", "--", "sh", "-c", script},
		"kubectl://team/web-0/app?context=k3": {"kubectl", "--context=k3", "exec", "-i", "-n", "team", "web-0", "-c", "app",
			"--", "sh", "-c", script},
		"exec:limactl shell 'my vm' devservers dial": {"limactl", "shell", "my vm", "devservers", "dial"},
	} {
		w, err := ParseAddress(address)
		if err != nil || !slices.Equal(w.Dial(), want) {
			t.Errorf("%s:\n got %q, %v\nwant %q", address, w.Dial(), err, want)
		}
	}
}

func TestAddressesCannotBecomeOptionsOrShellCode(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"", "box", "ssh://", "ssh://-oProxyCommand=id", "ssh://-lroot@box", "ssh://a;id", "ssh://box/path", "ssh://me:pw@box",
		"ssh://$(id)", "docker://-it", "docker://a/b", "kubectl://ns", "kubectl://ns/", "kubectl://ns/-x",
		"kubectl://ns/pod/a/b", "kubectl://ns/pod?context=--as=x", "http://box", "exec:", "exec:a | b", "exec:a $(id)",
		"exec:echo $HOME", "ssh://box\n", "ssh://b ox",
	} {
		if w, err := ParseAddress(address); err == nil {
			t.Errorf("%q became %q", address, w.Dial())
		}
	}
}

func FuzzParseAddress(f *testing.F) {
	f.Add("ssh://me@box:22")
	f.Add("kubectl://a/b/c?context=d")
	f.Fuzz(func(t *testing.T, address string) {
		w, err := ParseAddress(address)
		if err != nil || w.exact != nil {
			return
		}
		own := []string{"-T", "-i", "-n", "-c", "-u", "-p", "-l", "--", batch, "-oConnectTimeout=10",
			"-oClearAllForwardings=yes"}
		for _, arg := range w.Dial() {
			if strings.HasPrefix(arg, "-") && !slices.Contains(own, arg) && !strings.HasPrefix(arg, "--context=") {
				t.Errorf("%q adds the option %q", address, arg)
			}
		}
	})
}
