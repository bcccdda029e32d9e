package machine

import (
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
)

func TestBookRemembersPorts(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ports.json")
	b := OpenBook(file)
	first, err := b.choose("shop/web")
	if err != nil || first < autoFirst || first >= autoFirst+autoCount {
		t.Fatalf("%d, %v", first, err)
	}
	if again, err := OpenBook(file).choose("shop/web"); again != first || err != nil {
		t.Errorf("%d, then %d, %v", first, again, err)
	}
	l, err := net.Listen("tcp", ":"+strconv.Itoa(first))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if other, err := b.choose("shop/web"); other == first || err != nil || b.port("shop/web") != other {
		t.Errorf("while something listens on %d: %d, %v", first, other, err)
	}
}

// TestChooseDoesNotListen: a process forked meanwhile would inherit the socket, and seem to hold the port.
func TestChooseDoesNotListen(t *testing.T) {
	b := OpenBook(filepath.Join(t.TempDir(), "ports.json"))
	port, err := b.choose("shop/web")
	if err != nil {
		t.Fatal(err)
	}
	chosen := make(chan struct{})
	go func() {
		defer close(chosen)
		for range 100 {
			_, _ = b.choose("shop/web")
		}
	}()
	for {
		if list, err := Listening(port); err != nil || len(list) > 0 {
			t.Fatalf("%v listens on the chosen port, %v", list, err)
		}
		select {
		case <-chosen:
			return
		default:
		}
	}
}

func TestConcurrentServersGetDifferentPorts(t *testing.T) {
	b := OpenBook(filepath.Join(t.TempDir(), "ports.json"))
	const n = 20
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			if _, err := b.choose("shop/" + strconv.Itoa(i)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	ports := map[int]bool{}
	for i := range n {
		ports[b.port("shop/"+strconv.Itoa(i))] = true
	}
	if len(ports) != n {
		t.Errorf("%d ports for %d servers", len(ports), n)
	}
}

// TestFailedSaveLeavesTheBook: a port that is not on disk must not be in memory either.
func TestFailedSaveLeavesTheBook(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gone")
	b := OpenBook(filepath.Join(dir, "ports.json"))
	if _, err := b.choose("shop/web"); err == nil || b.port("shop/web") != 0 {
		t.Errorf("port %d, %v", b.port("shop/web"), err)
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if port, err := b.choose("shop/web"); err != nil || b.port("shop/web") != port {
		t.Errorf("port %d, %v", port, err)
	}
}
