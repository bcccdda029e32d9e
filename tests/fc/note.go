package fc

import (
	"fmt"
	"io"
	"os"
	"sort"
	"strings"
)

// note appends its arguments, the variables that begin with DEVSERVERS_, and the input that it can read to a file in
// one write. Each is quoted on its own line.
func note(file string, args []string) {
	var b strings.Builder
	fmt.Fprintf(&b, "args %q\n", args)
	env := os.Environ()
	sort.Strings(env)
	for _, v := range env {
		if strings.HasPrefix(v, "DEVSERVERS_") {
			fmt.Fprintf(&b, "env %q\n", v)
		}
	}
	in, err := io.ReadAll(os.Stdin)
	check(err)
	fmt.Fprintf(&b, "in %s\n", strings.TrimSpace(string(in)))
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	check(err)
	_, err = f.WriteString(b.String())
	check(err)
	check(f.Close())
}
