package client

import (
	"net/url"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"devservers/app"
)

func read(t *testing.T, line string) Mark {
	t.Helper()
	m, err := decodeMark(app.Ref{Project: "p", Name: "web"}, []byte(line))
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return m
}

func TestDecodeMark(t *testing.T) {
	if m := read(t, `{"run":"a1","seq":7,"time":"2026-08-01T00:00:00Z","text":"hi"}`); m.Line == nil ||
		m.Line.Text != "hi" || m.run != "a1" {
		t.Errorf("line: %+v", m)
	}
	if m := read(t, `{"gap":{"from":3,"to":9}}`); m.Gap == nil || m.Gap.To != 9 || m.Line != nil {
		t.Errorf("gap: %+v", m)
	}
	if m := read(t, `{"run":"a2","cursor":"a2:0"}`); m.run != "a2" || m.Line != nil {
		t.Errorf("run: %+v", m)
	}
	if m := read(t, `{"end":"manager"}`); m.end != "manager" {
		t.Errorf("end: %+v", m)
	}
	if _, err := decodeMark(app.Ref{}, []byte(`{"run`)); err == nil {
		t.Error("half a line was accepted")
	}
}

func TestAdvanceMovesTheCursor(t *testing.T) {
	f := &logFollower{Following: Following{Query: url.Values{"tail": {"100"}, "since": {"5m"}}}}
	for _, step := range []struct{ line, after string }{
		{`{"run":"a1","cursor":"a1:4"}`, "a1:0"},
		{`{"run":"a1","seq":5,"text":"x"}`, "a1:5"},
		{`{"gap":{"from":6,"to":20}}`, "a1:20"},
		{`{"run":"a1","seq":21,"text":"half","partial":true}`, "a1:20"},
		{`{"run":"a2","seq":1,"text":"y"}`, "a2:1"},
	} {
		f.advance(read(t, step.line))
		if got := f.Query.Get("after"); got != step.after {
			t.Errorf("behind %s: after=%s, want %s", step.line, got, step.after)
		}
	}
	if f.Query.Has("tail") || f.Query.Has("since") {
		t.Errorf("the query still has its start: %v", f.Query)
	}
}

func TestPageMarks(t *testing.T) {
	at := time.Unix(1, 0)
	page := app.LogPage{Lines: []app.LogLine{{Seq: 5, Time: at}, {Seq: 9, Time: at}},
		Gaps: []app.Gap{{From: 1, To: 4}, {From: 6, To: 8}, {From: 10, To: 12}}}
	var order []int64
	for _, m := range PageMarks(app.Ref{}, page) {
		if m.Gap != nil {
			order = append(order, -m.Gap.From)
		} else {
			order = append(order, m.Line.Seq)
		}
	}
	if diff := cmp.Diff([]int64{-1, 5, -6, 9, -10}, order); diff != "" {
		t.Error(diff)
	}
}
