//go:build chaos

package chaos

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"devservers/app/base/home"
)

// crowd calls do n times, at most many at once, and returns how long each took.
func crowd(n, many int, do func(i int) error) (times []time.Duration, errs int) {
	var mu sync.Mutex
	var all sync.WaitGroup
	next := atomic.Int64{}
	for range many {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				began := time.Now()
				err := do(i)
				took := time.Since(began)
				mu.Lock()
				if times = append(times, took); err != nil {
					errs++
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return times, errs
}

// requester returns a function that sends one request over kept connections.
func (w *loaded) requester() func(path string) error {
	st, _, _ := home.ReadStatus(w.dirs)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 100}}
	return func(path string) error {
		r, err := http.NewRequest("GET", st.URL+path, nil)
		if err != nil {
			return err
		}
		r.Header.Set("Authorization", "Bearer "+st.Token)
		answer, err := client.Do(r)
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		if _, err := io.Copy(io.Discard, answer.Body); err != nil || answer.StatusCode != 200 {
			return fmt.Errorf("%s %w", answer.Status, err)
		}
		return nil
	}
}

// requests: 10,000 at 50 at once, with 50 servers.
func (w *loaded) requests() []figure {
	text := ""
	for i := range 50 {
		text += fmt.Sprintf("  s%d: {command: FC say hi, ready: {log: hi}, ENV}\n", i)
	}
	w.declare("many", text)
	crowd(50, 8, func(i int) error { w.start("many", fmt.Sprintf("s%d", i)); return nil })
	get := w.requester()
	list := []figure{}
	for _, path := range []string{"/api/projects", "/api/status"} {
		crowd(500, 50, func(int) error { return get(path) })
		began := time.Now()
		times, errs := crowd(10000, 50, func(int) error { return get(path) })
		if errs > 0 {
			w.violate("load", "%d errors of %s", errs, path)
		}
		list = append(list, figure{path + " p50", percentile(times, 0.5), "ms", 0},
			figure{path + " p99", percentile(times, 0.99), "ms", 50},
			figure{path + " rate", 10000 / time.Since(began).Seconds(), "requests/s", 0})
	}
	return list
}

// followers: 500 read logs, half of them one with 1,000 lines a second.
func (w *loaded) followers() []figure {
	w.declare("logs", "  busy: {command: FC ack ../acked/busy 1ms, ready: {log: ack}, ENV}\n"+
		"  calm: {command: FC say hi, ready: {log: hi}, ENV}\n")
	w.start("logs", "busy")
	w.start("logs", "calm")
	before, fds := w.rss(), w.open()
	st, _, _ := home.ReadStatus(w.dirs)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	var all sync.WaitGroup
	var lines, missed, refused atomic.Int64
	peak := w.watch()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1}}
	for i := range 500 {
		all.Go(func() {
			r, _ := http.NewRequestWithContext(ctx, "GET", st.URL+"/api/projects/logs/servers/"+[]string{"busy", "calm"}[i%2]+
				"/logs?follow=1&tail=1", nil)
			r.Header.Set("Authorization", "Bearer "+st.Token)
			answer, err := client.Do(r)
			if err != nil {
				refused.Add(1)
				return
			}
			defer answer.Body.Close()
			last := int64(0)
			for in := bufio.NewScanner(answer.Body); in.Scan(); lines.Add(1) {
				var l struct{ Seq int64 }
				if json.Unmarshal(in.Bytes(), &l) == nil && l.Seq > 0 && last > 0 && l.Seq > last+1 {
					missed.Add(l.Seq - last - 1)
				}
				last = max(last, l.Seq)
			}
		})
	}
	time.Sleep(5 * time.Second)
	get := w.requester()
	times, errs := crowd(200, 1, func(int) error { return get("/api/status") })
	all.Wait()
	most := peak()
	client.CloseIdleConnections()
	settle(10*time.Second, func() string {
		if w.open() > fds+3 {
			return "open"
		}
		return ""
	})
	if missed.Load() > 0 || refused.Load() > 0 || errs > 0 {
		w.violate("load", "followers missed %d lines, %d were refused, %d errors", missed.Load(), refused.Load(), errs)
	}
	return []figure{
		{"memory for 500 followers", most - before, "MB", 64}, {"lines delivered", float64(lines.Load()), "", 0},
		{"status p99 meanwhile", percentile(times, 0.99), "ms", 50}, {"descriptors left", float64(w.open() - fds), "", 3},
	}
}

// slowConnections: 900 clients send their headers a byte a second.
func (w *loaded) slowConnections() []figure {
	st, _, _ := home.ReadStatus(w.dirs)
	address := strings.TrimPrefix(strings.Replace(st.URL, "localhost", "127.0.0.1", 1), "http://")
	before, fds := w.rss(), w.open()
	var all sync.WaitGroup
	var longest atomic.Int64
	for range 900 {
		all.Go(func() {
			c, err := net.Dial("tcp", address)
			if err != nil {
				w.violate("load", "%v", err)
				return
			}
			defer c.Close()
			began := time.Now()
			_ = c.SetDeadline(began.Add(30 * time.Second))
			for _, b := range []byte("GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: aaaaaaaaaaaaaaaaaaaaaaa") {
				if _, err := c.Write([]byte{b}); err != nil {
					break
				}
				time.Sleep(time.Second)
				if time.Since(began) > 4*time.Second {
					_, _ = io.Copy(io.Discard, c)
					break
				}
			}
			longest.Store(max(longest.Load(), int64(time.Since(began))))
		})
	}
	time.Sleep(time.Second)
	get := w.requester()
	times, errs := crowd(300, 2, func(int) error { time.Sleep(10 * time.Millisecond); return get("/healthz") })
	if errs > 0 {
		w.violate("load", "%d errors of /healthz", errs)
	}
	all.Wait()
	return []figure{
		{"cut after", time.Duration(longest.Load()).Seconds(), "s", 10},
		{"healthz at most meanwhile", percentile(times, 1) - 10, "ms", 0},
		{"memory", w.rss() - before, "MB", 64}, {"descriptors left", float64(w.open() - fds), "", 3},
	}
}

// sessions: 1,000 clients of MCP, each of which initializes and calls a tool.
func (w *loaded) sessions() []figure {
	w.declare("shop", "  web: {command: FC say hi, ready: {log: hi}, ENV}\n")
	before, fds := w.rss(), w.open()
	began := time.Now()
	times, errs := crowd(1000, 50, func(i int) error {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		hello := map[string]any{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": map[string]any{
			"protocolVersion": "2025-11-25", "capabilities": map[string]any{}, "clientInfo": map[string]string{"name": "load",
				"version": "1"}}}
		answer, err := w.request(ctx, "load", "POST", "/mcp", hello)
		if err != nil {
			return err
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
		call := map[string]any{"jsonrpc": "2.0", "id": 2, "method": "tools/call",
			"params": map[string]any{"name": "list_projects", "arguments": map[string]any{}}}
		answer, err = w.request(ctx, "load", "POST", "/mcp", call, "Mcp-Session-Id", answer.Header.Get("Mcp-Session-Id"),
			"Mcp-Protocol-Version", "2025-11-25")
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil || !strings.Contains(string(body), "shop/web") {
			return fmt.Errorf("%s: %.200s", answer.Status, body)
		}
		return nil
	})
	took := time.Since(began)
	if errs > 0 {
		w.violate("load", "%d sessions failed", errs)
	}
	w.http.CloseIdleConnections()
	settle(10*time.Second, func() string {
		if w.open() > fds {
			return "open"
		}
		return ""
	})
	return []figure{{"1,000 sessions", took.Seconds(), "s", 0}, {"each p99", percentile(times, 0.99), "ms", 0},
		{"memory", w.rss() - before, "MB", 32},
		{"descriptors left", float64(w.open() - fds), "", 3}}
}
