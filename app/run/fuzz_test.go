package run

import (
	"bytes"
	"encoding/json"
	"os"
	"syscall"
	"testing"
	"time"

	"devservers/app/run/protocol"
	"devservers/tests/fc"
)

// FuzzMessages sends bytes to a holder. Only a valid stop or signal may end its run.
func FuzzMessages(f *testing.F) {
	for _, s := range []string{
		`{"op":"resize","cols":80,"rows":-1}`, `{"op":"input","data":"aGVsbG8="}`,
		`{"op":"ready","time":"2026-08-01T12:00:00Z"}`, `{"op":"cap","cap":-1}`,
		`{"op":"hello","version":-1}`, `{"op":"spec","spec":{"id":"x"}}`, "{}\n{}\n[]\n\x00", `{"op":"look"}`,
		`{"op":"record","record":{}}`,
	} {
		f.Add([]byte(s))
	}
	r, err := Start(f.TempDir(), spec(fc.Command("say", "here")))
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() {
		_ = r.Stop(askedToStop())
		<-r.Done()
	})
	f.Fuzz(func(t *testing.T, text []byte) {
		for line := range bytes.Lines(text) {
			var m protocol.Message
			if json.Unmarshal(line, &m) == nil && (m.Op == "stop" || m.Op == "signal") && m.Valid() {
				return
			}
		}
		w, err := dial(r.Dir)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		_ = w.SetDeadline(time.Now().Add(time.Minute))
		if hello, err := w.Receive(); err != nil || hello.Op != "hello" {
			t.Fatalf("%+v, %v", hello, err)
		}
		syscall.Close(w.Take()) // the terminal came with it
		_, _ = w.Write(append(text, '\n'))
		if rec := r.Record(); rec.End != nil || !rec.Holder.Alive() || !rec.Leader.Alive() {
			t.Fatalf("%q ended it: %+v", text, rec)
		}
	})
}

// FuzzAnswers reads bytes as a manager does that connects to a holder.
func FuzzAnswers(f *testing.F) {
	for _, s := range []string{`{"op":"hello","version":1,"record":{}}`, `{"op":"failed","error":"x","errno":28}`,
		`{"op":"failed","errno":-1}`, `{"op":"hello"}`, "\n\n", `{"op":"final","record":{"end":{}}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
		if err != nil {
			t.Fatal(err)
		}
		theirs := os.NewFile(uintptr(fds[1]), "")
		w, err := protocol.New(fds[0])
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		go func() {
			_, _ = theirs.Write(append(text, '\n'))
			theirs.Close()
		}()
		r := newRun(t.TempDir(), protocol.Record{})
		if r.hello(w, time.Minute) == nil && r.Record().Over() && r.Record().End == nil {
			t.Errorf("%+v", r.Record())
		}
		for err = nil; err == nil; {
			_, err = w.Receive()
		}
	})
}
