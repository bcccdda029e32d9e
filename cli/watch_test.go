package cli

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"
)

// TestOnSaveWaitsForAFileThatStays writes a file in steps, removes it, and writes it again.
func TestOnSaveWaitsForAFileThatStays(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.yml")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("a")
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		var read []string
		done := make(chan struct{})
		go func() {
			defer close(done)
			onSave(ctx, file, func() {
				content, _ := os.ReadFile(file)
				read = append(read, string(content))
			})
		}()
		look := func() { time.Sleep(foundPause); synctest.Wait() }
		look()
		write("half")
		look()
		write("the whole")
		look()
		look()
		look()
		if err := os.Remove(file); err != nil {
			t.Error(err)
		}
		look()
		look()
		write("again")
		look()
		look()
		stop()
		<-done
		if len(read) != 2 || read[0] != "the whole" || read[1] != "again" {
			t.Errorf("read %q", read)
		}
	})
}
