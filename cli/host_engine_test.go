package cli

import (
	"os"
	"slices"
	"strings"
	"testing"

	"devservers/cli/client"
)

// engine is a program that runs another one elsewhere: it notes its arguments, and then runs those behind the last word
// of its own.
const engine = `#!/bin/sh
dir=$(dirname $0)/..
for a in "$@"; do printf '%s\n' "$a"; done >$dir/arguments
while [ "$1" != LAST ]; do shift; done
shift
cd /
exec env $(cat $dir/way.env) "$@"
`

// TestEnginesAreCalledWithArgumentLists: docker and kubectl are called as they document it, and what they run there finds
// devservers and becomes it.
func TestEnginesAreCalledWithArgumentLists(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ address, last, want string }{
		"docker":  {"docker://shop-api-1", "shop-api-1", "exec -i shop-api-1 sh -c"},
		"podman":  {"podman://dev@work", "work", "exec -i -u dev work sh -c"},
		"kubectl": {"kubectl://team/web-0/app?context=k3", "--", "--context=k3 exec -i -n team web-0 -c app -- sh -c"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			there := newPlace(t, map[string]string{"bin/" + name: strings.ReplaceAll(engine, "LAST", c.last),
				"shop/devservers.yml": shop["shop/devservers.yml"], "shop/tick": shop["shop/tick"]})
			here := newPlace(t, nil)
			here.Env = append(here.Env, "PATH="+there.home+"/bin:"+os.Getenv("PATH"))
			if err := os.WriteFile(there.home+"/way.env", []byte(strings.Join(there.own(), " ")), 0o600); err != nil {
				t.Fatal(err)
			}
			there.run("shop", "trust", "--yes")
			here.run("", "host", "add", "box", c.address)
			if out := here.run("", "run", "box:shop/hello"); !strings.Contains(out, "hello there") {
				t.Error(out)
			}
			text, err := os.ReadFile(there.home + "/arguments")
			got := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
			if err != nil || strings.Join(slices.Clone(got[:len(got)-1]), " ") != c.want ||
				!strings.HasSuffix(got[len(got)-1], "exec devservers dial") {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}

// own returns the variables of the place itself.
func (p *place) own() []string { return p.Env[len(client.CleanEnv(os.Environ())):] }
