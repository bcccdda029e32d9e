//go:build real

package proxy

import (
	"fmt"
	"io"
	"net/http"
	"runtime"
	"testing"
	"time"

	"devservers/app"
)

// TestGigabyteNeedsNoMemory passes 1 GB in both directions. The heap includes that of client and server.
func TestGigabyteNeedsNoMemory(t *testing.T) {
	const size, most = 1 << 30, 32 << 20
	w := newWorld(t)
	w.behind(app.Ready, func(rw http.ResponseWriter, r *http.Request) {
		if n, _ := io.Copy(io.Discard, r.Body); n > 0 {
			fmt.Fprint(rw, n)
			return
		}
		_, _ = io.CopyN(rw, zeros{}, size)
	})
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapInuse
	}
	runtime.GC()
	before, highest, done, ended := heap(), uint64(0), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-done:
				return
			case <-time.After(10 * time.Millisecond):
				highest = max(highest, heap())
			}
		}
	}()
	answer, err := http.DefaultClient.Do(w.request("GET", "/", nil))
	if err != nil {
		t.Fatal(err)
	}
	if n, err := io.Copy(io.Discard, answer.Body); n != size || err != nil {
		t.Errorf("%d bytes came down, %v", n, err)
	}
	_ = answer.Body.Close()
	if _, body := w.do(w.request("POST", "/", io.LimitReader(zeros{}, size))); body != fmt.Sprint(size) {
		t.Errorf("%s bytes went up", body)
	}
	close(done)
	<-ended
	t.Logf("the heap grew by %d KB", int64(highest-before)>>10)
	if highest > before+most {
		t.Errorf("the heap grew from %d to %d MB", before>>20, highest>>20)
	}
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { return len(b), nil }
