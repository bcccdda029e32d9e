package cli

import (
	"slices"
	"testing"

	"devservers/cli/base"
)

// TestCommandsAreCalledByTheirNames: a command that is made alone is found by the words that find it among all.
func TestCommandsAreCalledByTheirNames(t *testing.T) {
	t.Parallel()
	for _, list := range groups() {
		for _, c := range list {
			made := c.Make(base.New())
			if names := append([]string{made.Name()}, made.Aliases...); !slices.Equal(names, c.Names) {
				t.Errorf("%q is made as %q", c.Names, names)
			}
			root := rootCommand(base.New(), c.Names[0])
			if found, _, err := root.Find([]string{c.Names[0]}); err != nil || found.Name() != c.Names[0] || len(root.Commands()) != 1 {
				t.Errorf("%s alone is %s of %d commands, %v", c.Names[0], found.Name(), len(root.Commands()), err)
			}
		}
	}
}

func TestWantedCommand(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, ""}, {[]string{"status"}, "status"}, {[]string{"-p", "shop", "logs", "-f"}, "logs"}, {[]string{"--json", "--project=shop", "stop"}, "stop"},
		{[]string{"--help"}, ""}, {[]string{"-p"}, ""}, {[]string{"--version"}, "version"}, {[]string{"-pshop", "status"}, ""}, {[]string{"--", "status"}, ""},
	} {
		if got := wanted(c.args); got != c.want {
			t.Errorf("%q: got %q, want %q", c.args, got, c.want)
		}
	}
}
