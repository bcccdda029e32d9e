package process_test

import (
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"devservers/app/base/process"
	"devservers/tests/fc"
)

// TestReadsOfATree: what others read does not count, unless nobody asks whose reads they are.
func TestReadsOfATree(t *testing.T) {
	file := t.TempDir() + "/a.js"
	if err := os.WriteFile(file, []byte(strings.Repeat("x\n", 1<<15)), 0o600); err != nil {
		t.Fatal(err)
	}
	shell := exec.Command("sh", "-c", `while read name; do cat "$name"; echo done; done`)
	in, _ := shell.StdinPipe()
	out, _ := shell.StdoutPipe()
	if err := shell.Start(); err != nil {
		t.Fatal(err)
	}
	defer shell.Wait()
	defer in.Close()
	read := func(name string) {
		t.Helper()
		if _, err := io.WriteString(in, name+"\n"); err != nil {
			t.Fatal(err)
		}
		var all []byte
		for buf := make([]byte, 1<<10); !strings.HasSuffix(string(all), "done\n"); {
			n, err := out.Read(buf)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, buf[:n]...)
		}
	}
	tree, any := process.WatchReads([]string{file, file + ".gone"}, os.Getpid()), process.WatchReads([]string{file}, 0)
	if tree == nil || any == nil {
		fc.Lacks(t, "a system that tells which files are read")
	}
	defer tree.Close()
	defer any.Close()
	read("/dev/null")
	if _, err := os.ReadFile(file); err != nil { // we are above the tree, not in it
		t.Fatal(err)
	}
	if tree.Any() || !any.Any() || any.Any() {
		t.Error("the tree has read nothing, and somebody has")
	}
	read(file)
	if !tree.Any() {
		t.Error("the tree has read it")
	}
}
