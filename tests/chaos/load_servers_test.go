//go:build chaos

package chaos

import (
	"fmt"
	"syscall"
	"time"

	"devservers/app"
)

// manyServers: 200 in 50 projects, whose manager is killed.
func (w *loaded) manyServers() []figure {
	began := time.Now()
	for i := range 50 {
		text := ""
		for j := range 4 {
			text += fmt.Sprintf("  s%d: {command: FC say hi, ready: {log: hi}, ENV}\n", j)
		}
		w.declare(fmt.Sprintf("p%d", i), text)
	}
	registered := time.Since(began)
	began = time.Now()
	times, _ := crowd(200, 20, func(i int) error { w.start(fmt.Sprintf("p%d", i/4), fmt.Sprintf("s%d", i%4)); return nil })
	started := time.Since(began)
	rss, fds := w.rss(), w.open()
	get := w.requester()
	pages, _ := crowd(100, 1, func(int) error { return get("/api/projects") })
	if id, ok := w.manager(); ok {
		_ = id.Signal(syscall.SIGKILL)
		settle(patience, func() string {
			if id.Alive() {
				return "lives"
			}
			return ""
		})
	}
	began = time.Now()
	w.up()
	if left := settle(patience, func() string {
		if n := w.ready(); n != 200 {
			return fmt.Sprint(n, " are ready")
		}
		return ""
	}); left != "" {
		w.violate("load", "after the manager was killed, %s", left)
	}
	adopted := time.Since(began)
	began = time.Now()
	if out, code := w.devservers("stop", "--all"); code != 0 {
		w.violate("load", "stop: %d %s", code, out)
	}
	if left := w.processes(); len(left) > 0 {
		w.violate("load", "left: %v", describe(left))
	}
	return []figure{
		{"50 projects registered", registered.Seconds(), "s", 0}, {"200 servers started", started.Seconds(), "s", 0},
		{"start p99", percentile(times, 0.99), "ms", 0},
		{"memory of the manager", rss, "MB", 0}, {"its descriptors", float64(fds), "", 0},
		{"/api/projects p50", percentile(pages, 0.5), "ms", 0},
		{"all ready after its kill", adopted.Seconds(), "s", 0}, {"all stopped", time.Since(began).Seconds(), "s", 0},
	}
}

func (w *loaded) ready() (n int) {
	var list []projectView
	w.get("/api/projects", &list)
	for _, v := range list {
		for _, st := range v.Servers {
			if st.State == app.Ready {
				n++
			}
		}
	}
	return n
}

// floods: three servers print 400 MB each, while others are read.
func (w *loaded) floods() []figure {
	text := "  calm: {command: FC say hi, ready: {log: hi}, ENV}\n"
	for i := range 3 {
		text += fmt.Sprintf("  f%d: {command: FC flood 400000000, ready: {log: xxx}, ENV}\n", i)
	}
	w.declare("floods", text)
	w.start("floods", "calm")
	peak := w.watch()
	began := time.Now()
	for i := range 3 {
		if a := w.post(fmt.Sprintf("/api/projects/floods/servers/f%d/start?wait=started", i), map[string]any{},
			nil); !a.ok() {
			w.violate("load", "%s", a)
		}
	}
	get := w.requester()
	var times []time.Duration
	settle(5*time.Minute, func() string {
		at := time.Now()
		if err := get("/api/projects/floods/servers/calm/logs?tail=5"); err != nil {
			w.violate("load", "%v", err)
		}
		times = append(times, time.Since(at))
		var v projectView
		w.get("/api/projects/floods", &v)
		for _, st := range v.Servers {
			if st.Name != "calm" && (st.State.Up() || st.Run == "") {
				return "they flood"
			}
		}
		return ""
	})
	took := time.Since(began)
	return []figure{
		{"output of three", 1200 / took.Seconds(), "MB/s", 0}, {"another log p99", percentile(times, 0.99), "ms", 200},
		{"peak of the manager", peak(), "MB", 128}, {"disk", float64(sizeOf(w.dirs.RunsDir())) / (1 << 20), "MB", 210},
	}
}

// startsAndStops: 10,000 of them, by 20 clients, of 20 servers.
func (w *loaded) startsAndStops() []figure {
	text := ""
	for i := range 20 {
		text += fmt.Sprintf("  s%d: {command: FC sleep 1h, ENV}\n", i)
	}
	w.declare("cycle", text)
	round := func(n int) (times []time.Duration) {
		times, errs := crowd(n, 20, func(i int) error {
			path := fmt.Sprintf("/api/projects/cycle/servers/s%d/", i%20)
			a := w.post(path+"start?wait=started", map[string]any{}, nil)
			if a.ok() {
				a = w.post(path+"stop", map[string]any{}, nil)
			}
			if !a.ok() {
				return fmt.Errorf("%s", a)
			}
			return nil
		})
		if errs > n/100 { // two clients may have met at the same server
			w.violate("load", "%d of %d cycles failed", errs, n)
		}
		w.http.CloseIdleConnections()
		time.Sleep(2 * time.Second)
		return times
	}
	round(500) // 20 runs of each are kept from then on
	rss, fds, disk := w.rss(), w.open(), sizeOf(w.dirs.RunsDir())
	began := time.Now()
	times := round(10000)
	took := time.Since(began)
	p := &play{world: w.world}
	return []figure{
		{"10,000 cycles", took.Seconds(), "s", 0}, {"each p99", percentile(times, 0.99), "ms", 0},
		{"memory before", rss, "MB", 0},
		{"memory grown by", w.rss() - rss, "MB", 16}, {"descriptors grown by", float64(w.open() - fds), "", 3},
		{"disk grown by", float64(sizeOf(w.dirs.RunsDir())-disk) / (1 << 20), "MB", 4},
		{"processes left", float64(len(w.processes()) - 2), "", 0.5},
		{"goroutines at rest", float64(p.goroutines()), "", 90},
	}
}
