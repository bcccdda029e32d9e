//go:build chaos

package chaos

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"sync/atomic"
	"time"

	"devservers/app"
)

// tail is a command that follows a server on a host. It must show each line once, in order, whatever happens.
type tail struct {
	w        *world
	cmd      *exec.Cmd
	lines    atomic.Int64
	mayBegin atomic.Int64 // how many further runs may begin
	ended    atomic.Bool  // we ended it
	over     chan struct{}
	run      string
	next     int64
}

func newTail(w *world) *tail {
	t := &tail{w: w, over: make(chan struct{}), next: 1}
	t.cmd = exec.Command(w.exe, "logs", "-f", "-n", "all", "--json", "box:shop/tick")
	t.cmd.Env, t.cmd.Dir = w.env, w.dir
	said := &strings.Builder{}
	t.cmd.Stderr = said
	out, err := t.cmd.StdoutPipe()
	if err == nil {
		err = t.cmd.Start()
	}
	if err != nil {
		w.t.Fatal(err)
	}
	go func() {
		defer close(t.over)
		for s := bufio.NewScanner(out); s.Scan(); {
			t.read(s.Bytes())
		}
		if err := t.cmd.Wait(); !t.ended.Load() {
			w.violate("H3", "the reader ended at line %d: %v: %s", t.next, err, said)
		}
	}()
	return t
}

// read checks one line of its output.
func (t *tail) read(data []byte) {
	var l app.LogLine
	if err := json.Unmarshal(data, &l); err != nil || l.Seq == 0 {
		t.w.violate("H3", "before line %d of run %s the reader shows: %s", t.next, t.run, data)
		return
	}
	if l.Run != t.run {
		if t.run != "" && t.mayBegin.Add(-1) < 0 {
			t.w.violate("H4", "run %s has ended at line %d; %s begins", t.run, t.next-1, l.Run)
		}
		t.run, t.next = l.Run, 1
	}
	if l.Seq != t.next || l.Text != fmt.Sprint("tick ", l.Seq) {
		t.w.violate("H3", "run %s: line %d %q comes where %d should", l.Run, l.Seq, l.Text, t.next)
		t.next = l.Seq
	}
	t.next++
	t.lines.Add(1)
}

func (t *tail) end() {
	t.ended.Store(true)
	_ = t.cmd.Process.Kill()
	<-t.over
}

// wellAgain waits until the host is reached, the reader gets lines, and one pipe is open; what was acknowledged holds.
func (f *far) wellAgain() {
	if left := settle(patience, func() string {
		if out, code := f.devservers("start", "box:shop/tick"); code != 0 {
			return out
		}
		return ""
	}); left != "" {
		f.violate("H5", "the host is not reached again: %s", left)
	}
	before := f.reader.lines.Load()
	if left := settle(patience, func() string {
		if now := f.reader.lines.Load(); now <= before+3 {
			return fmt.Sprintf("%d lines, %d before", now, before)
		}
		return ""
	}); left != "" {
		f.violate("H3", "the reader stands still at line %d of run %s: %s", f.reader.next, f.reader.run, left)
	}
	if f.reader.mayBegin.Store(0); f.idle != "" {
		f.acknowledged()
	}
	if left := settle(20*time.Second, f.onePipe); left != "" {
		f.violate("H6", "%s", left)
	}
}

// acknowledged checks there that the other server is as it was acknowledged here.
func (f *far) acknowledged() {
	var list []app.Status
	out, code := f.there.devservers("status", "--json", "shop/idle")
	if err := json.Unmarshal([]byte(out), &list); err != nil || code != 0 || len(list) != 1 {
		f.violate("H5", "status there: %v: %s", err, out)
		return
	}
	if up := list[0].State.Up(); up != (f.idle == "running") {
		f.violate("H5", "shop/idle is %s, and %s was acknowledged", list[0].State, f.idle)
	}
}

// onePipe returns what else than one relay, one dial and one of each server runs there.
func (f *far) onePipe() string {
	count := map[string]int{}
	list := f.there.processes()
	for _, p := range list {
		text := strings.Join(p.argv, " ")
		for _, name := range []string{"relay", "tick"} {
			if strings.Contains(text, name) && (name == "relay" || strings.HasSuffix(text, "/tick")) {
				count[name]++
			}
		}
		if p.is("dial") {
			count["dial"]++
		}
	}
	if count["relay"] != 1 || count["dial"] != 1 || count["tick"] != 1 {
		return fmt.Sprint(count, ": ", strings.Join(describe(list), "; "))
	}
	return ""
}
