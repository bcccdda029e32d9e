package proxy

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"testing"
	"time"

	"devservers/app"
)

// BenchmarkPassing measures requests at a server directly, through net/http/httputil's plain ReverseProxy, through the
// named proxy, and with the build tag real through portless, in turn. It reports the median of each, what a proxy adds,
// and its throughput as a share of that of the plain ReverseProxy.
func BenchmarkPassing(b *testing.B) {
	for _, size := range []int{1 << 10, 1 << 20, 200 << 20} {
		b.Run(fmt.Sprintf("%d bytes", size), func(b *testing.B) { benchPassing(b, size) })
	}
}

func benchPassing(b *testing.B, size int) {
	chunk := make([]byte, min(size, 256<<10))
	back := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", fmt.Sprint(size))
		for left := size; left > 0; left -= len(chunk) {
			_, _ = w.Write(chunk[:min(left, len(chunk))])
		}
	}))
	defer back.Close()
	target, _ := url.Parse(back.URL)
	bare := httptest.NewServer(httputil.NewSingleHostReverseProxy(target))
	defer bare.Close()
	st := app.Status{Project: "shop", Name: "web", State: app.Ready, Location: app.Location{URL: back.URL}}
	p := New(Options{Hosted: fixed{st}, Used: func(app.Ref) {}, Cookie: func(string) bool { return false }})
	defer p.Close()
	named := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter,
		r *http.Request) {
		p.Serve(w, r, "web.shop.localhost")
	}))
	defer named.Close()
	ways := []way{{"direct", back.URL, ""}, {"bare", bare.URL, ""}, {"named", named.URL, ""}}
	for _, start := range others {
		ways = append(ways, start(b, target.Port()))
	}
	took := make([][]time.Duration, len(ways))
	buffer := make([]byte, 256<<10)
	for b.Loop() {
		for i, at := range ways {
			took[i] = append(took[i], at.get(b, int64(size), buffer))
		}
	}
	median := func(i int) float64 {
		slices.Sort(took[i])
		return float64(took[i][len(took[i])/2].Nanoseconds()) / 1000
	}
	for i, at := range ways {
		b.ReportMetric(median(i), "µs-"+at.name)
		if i > 1 {
			b.ReportMetric(median(i)-median(0), "µs-added-"+at.name)
			b.ReportMetric(median(1)/median(i), "of-bare-"+at.name)
		}
	}
}

// way is one way to a server.
type way struct{ name, url, host string }

// others start further proxies before a port, to be measured beside ours.
var others []func(b *testing.B, port string) way

// get requests the body of size bytes once.
func (at way) get(b *testing.B, size int64, buffer []byte) time.Duration {
	request, err := http.NewRequestWithContext(b.Context(), http.MethodGet, at.url, nil)
	if err != nil {
		b.Fatal(err)
	}
	request.Host = at.host
	began := time.Now()
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		b.Fatal(err)
	}
	n, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, answer.Body, buffer)
	answer.Body.Close()
	if err != nil || n != size {
		b.Fatalf("%s: %s, %d bytes, %v", at.name, answer.Status, n, err)
	}
	return time.Since(began)
}

// fixed is a Source that never changes.
type fixed struct{ app.Status }

func (f fixed) Projects() []app.ProjectView {
	return []app.ProjectView{{ID: f.Project, Servers: []app.Status{f.Status}}}
}
func (f fixed) Changed() <-chan struct{} { return nil }
