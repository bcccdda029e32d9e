package process

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A server may answer 200 with a module that no browser can read. Node reads it as a browser would, without running it.

const (
	parseTime = 3 * time.Second // that Node may take
	longest   = 200             // bytes of an error that are kept
)

// Misspelled returns the syntax error of what a browser is to run, as a module or as a script; "" = it is well in one
// of the two ways, or Node is not here to tell.
func Misspelled(ctx context.Context, code []byte) (text string) {
	node, err := exec.LookPath("node")
	if err != nil || len(code) == 0 {
		return ""
	}
	dir, err := os.MkdirTemp("", "devservers-")
	if err != nil {
		return ""
	}
	defer os.RemoveAll(dir)
	for _, name := range []string{"module.mjs", "script.cjs"} {
		found := misspelling(ctx, node, filepath.Join(dir, name), code)
		if found == "" {
			return ""
		}
		if text == "" || !strings.Contains(found, "import") && !strings.Contains(found, "export") {
			text = found // a script that is no module
		}
	}
	return text
}

// misspelling returns the syntax error that Node finds in code that it reads from a file.
func misspelling(ctx context.Context, node, file string, code []byte) string {
	if os.WriteFile(file, code, 0o600) != nil {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, parseTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, node, "--check", file)
	cmd.Dir, cmd.Env = filepath.Dir(file), []string{"PATH=" + os.Getenv("PATH")}
	var out bytes.Buffer
	cmd.Stderr = &out
	if cmd.Run() == nil || ctx.Err() != nil {
		return ""
	}
	for line := range strings.Lines(out.String()) {
		if strings.HasPrefix(line, "SyntaxError") {
			return strings.ToValidUTF8(strings.TrimSpace(line[:min(len(line), longest)]), "")
		}
	}
	return ""
}
