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

// BenchmarkPassing measures requests at a server directly, through net/http/httputil's plain ReverseProxy, and through
// the named proxy, in turn, and reports the median of each and what the proxy adds.
func BenchmarkPassing(b *testing.B) {
	for _, size := range []int{20, 1 << 20, 200 << 20} {
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
	st := app.Status{Project: "shop", Name: "web", State: app.Ready, URL: back.URL}
	p := New(Options{Source: fixed{st}, Used: func(app.Ref) {}, Cookie: func(string) bool { return false }})
	defer p.Close()
	named := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.Serve(w, r, "web.shop.localhost") }))
	defer named.Close()
	var took [3][]time.Duration
	buffer := make([]byte, 256<<10)
	for b.Loop() {
		for i, at := range []string{back.URL, bare.URL, named.URL} {
			began := time.Now()
			answer, err := http.Get(at)
			if err != nil {
				b.Fatal(err)
			}
			_, err = io.CopyBuffer(struct{ io.Writer }{io.Discard}, answer.Body, buffer)
			answer.Body.Close()
			if err != nil {
				b.Fatal(err)
			}
			took[i] = append(took[i], time.Since(began))
		}
	}
	median := func(i int) float64 {
		slices.Sort(took[i])
		return float64(took[i][len(took[i])/2].Nanoseconds()) / 1000
	}
	direct, plain, ours := median(0), median(1), median(2)
	b.ReportMetric(direct, "µs-direct")
	b.ReportMetric(plain, "µs-bare")
	b.ReportMetric(ours, "µs-named")
	b.ReportMetric(ours-direct, "µs-added")
	b.ReportMetric(plain/ours, "of-bare")
}

// fixed is a Source that never changes.
type fixed struct{ app.Status }

func (f fixed) Projects() []app.ProjectView {
	return []app.ProjectView{{ID: f.Project, Servers: []app.Status{f.Status}}}
}
func (f fixed) Changed() <-chan struct{} { return nil }
