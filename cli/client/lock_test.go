package client

import (
	"context"
	"errors"
	"os"
	"syscall"
	"testing"
	"time"

	"devservers/app/base/home"
)

// openStartLock returns a descriptor of its own for the start lock, as another process has one.
func openStartLock(t *testing.T, f Finder) *os.File {
	t.Helper()
	file, err := os.OpenFile(f.Dirs.State+"/start.lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return file
}

func TestQueueGivesUpWithItsContext(t *testing.T) {
	f := Finder{Dirs: home.Dirs{State: t.TempDir()}}
	other := openStartLock(t, f)
	if err := syscall.Flock(int(other.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := f.queue(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("the lock is held, got %v", err)
	}
	if err := syscall.Flock(int(other.Fd()), syscall.LOCK_UN); err != nil {
		t.Fatal(err)
	}
	time.Sleep(5 * lockPause) // time in which a queue that continues would take the lock
	if err := syscall.Flock(int(other.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		t.Errorf("the lock was taken after queue had given up: %v", err)
	}
}

func TestQueueTakesTheLockWhenItIsReleased(t *testing.T) {
	f := Finder{Dirs: home.Dirs{State: t.TempDir()}}
	first, err := f.queue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(2*lockPause, first)
	second, err := f.queue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	second()
}
