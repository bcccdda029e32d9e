package logs

import (
	"encoding/hex"
	"log/slog"
	"testing"
	"time"

	"devservers/app/reading/edits"
	"devservers/app/transcript/text"
)

const traceback = "INFO starting\nTraceback (most recent call last):\n  File \"worker.py\", line 17, in <module>\n" +
	"    run()\n" +
	"ZeroDivisionError: division by zero\nINFO next\n{\"level\":\"error\",\"msg\":\"no\",\"code\":\"ECONNREFUSED\"}\n" +
	"{\"level\":\"info\",\"msg\":\"yes\",\"code\":\"OK\"}\n"

// failing is a task that has printed errors, with the digest of its run.
func failing(t *testing.T) *world {
	t.Helper()
	w := printed(t, "tasks:\n  a: {command: FC bytes "+hex.EncodeToString([]byte(traceback))+"}\n", "a")
	made := edits.New(w.Sup, w.Dirs.State+"/edits.json", slog.New(slog.DiscardHandler))
	w.logs.ShowErrors(made.Ranges)
	return w
}

func TestErrorsAreWhatTheDigestSays(t *testing.T) {
	w := failing(t)
	for _, back := range []Direction{Backward, Forward} {
		page := merged(t, w.logs, Query{Levels: []string{"error"}, Errors: true, Direction: back})
		if len(page.Lines) != 5 || page.Lines[0].Seq != 2 || page.Lines[3].Seq != 5 || page.Lines[4].Seq != 7 {
			t.Fatalf("%q", keys(page.Lines))
		}
		if e := page.Lines[1].Error; e == nil || e.Message != "ZeroDivisionError: division by zero" ||
			e.Place() != "worker.py:17" || e.From != 2 || e.To != 5 {
			t.Errorf("%+v", e)
		}
	}
}

func TestFieldsFilterLines(t *testing.T) {
	w := failing(t)
	for want, where := range map[int64][]text.FieldFilter{7: {{Key: "code", Value: "ECONNREFUSED"}},
		8: {{Key: "code", Value: "OK"}, {Key: "msg", Value: "yes"}}} {
		for _, back := range []Direction{Backward, Forward} {
			if page := merged(t, w.logs, Query{Where: where, Direction: back}); len(page.Lines) != 1 ||
				page.Lines[0].Seq != want {
				t.Errorf("%v: %q", where, keys(page.Lines))
			}
		}
	}
	if page := merged(t, w.logs, Query{Where: []text.FieldFilter{{Key: "code", Value: "ECONN"}}}); len(page.Lines) != 0 {
		t.Errorf("%q", keys(page.Lines))
	}
}

func TestBucketsCountLinesAndErrors(t *testing.T) {
	w := failing(t)
	now := time.Now()
	list, err := w.logs.Buckets(t.Context(), Query{Since: now.Add(-time.Hour), Until: now.Add(time.Minute)}, 61)
	all := int64(0)
	failed := int64(0)
	for _, b := range list {
		all, failed = all+b.Lines, failed+b.Errors
	}
	if err != nil || all != 8 || failed != 2 {
		t.Errorf("%d lines, %d errors: %v %v", all, failed, list, err)
	}
	if list[0].Lines != 0 || list[len(list)-1].Lines+list[len(list)-2].Lines != 8 {
		t.Errorf("%v", list)
	}
}
