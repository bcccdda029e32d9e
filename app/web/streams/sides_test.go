package streams

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/reading/logs"
)

// machine is a page of a server's lines: all, or those on one side of a place.
func machine(server string, times []int64, q logs.Query, most int) (p app.MergedPage) {
	ref := refOf(app.MergedLine{LogLine: app.LogLine{Server: server}})
	from, to := 0, len(times)
	at := func(n int) app.MergeCursor { return app.MergeCursor{ref: {Run: "r", Seq: int64(n)}} }
	if place, ok := q.At[ref]; ok && q.Direction == logs.Backward {
		to = int(place.Seq)
	} else if ok {
		from = int(place.Seq)
	}
	if q.Direction == logs.Backward {
		from, p.More = max(0, to-most), to > most
	} else {
		p.More, to = to-from > most, min(to, from+most)
	}
	for i := from; i < to; i++ {
		p.Lines = append(p.Lines, app.MergedLine{LogLine: app.LogLine{Server: server, Run: "r", Seq: int64(i + 1),
			Time: time.UnixMilli(times[i])}})
	}
	p.Before, p.After = at(from), at(to)
	return p
}

// TestPagesOfTwoMachinesAreInOneOrder reads the lines of two machines, one of which is 1 s ahead, in small pages in
// both directions: each line comes once, by the clock here.
func TestPagesOfTwoMachinesAreInOneOrder(t *testing.T) {
	t.Parallel()
	here, there := []int64{10, 20, 30, 31, 32, 90}, []int64{1005, 1025, 1031, 1040, 1050, 1060, 1095}
	want := "there 1, here 1, here 2, there 2, here 3, here 4, there 3, here 5, there 4, there 5, there 6, here 6, there 7"
	for _, direction := range []logs.Direction{logs.Backward, logs.Forward} {
		q := logs.Query{Direction: direction, Limit: 4}
		if direction == logs.Forward {
			q.At = app.MergeCursor{{Project: "p", Name: "here"}: {Run: "r"}, {Project: "box:p", Name: "there"}: {Run: "r"}}
		}
		var got []string
		for more := true; more; {
			own, far := &side{}, &side{}
			own.add(machine("p/here", here, q, 3), app.HostView{})
			far.add(machine("box:p/there", there, q, 2), app.HostView{Offset: 1000})
			p := zip([]*side{own, far}, q)
			var list []string
			for _, line := range p.Lines {
				list = append(list, fmt.Sprint(refOf(line).Name, " ", line.Seq))
			}
			if q.At, more = p.After, p.More; direction == logs.Backward {
				q.At, got = p.Before, slices.Concat(list, got)
			} else {
				got = append(got, list...)
			}
		}
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("direction %d: %s, want %s", direction, text, want)
		}
	}
}

// TestLinesWaitForThoseOfTheLink: lines are taken up to a time, in order, and the cursor stays before the others.
func TestLinesWaitForThoseOfTheLink(t *testing.T) {
	t.Parallel()
	here, there := app.Ref{Project: "p", Name: "here"}, app.Ref{Project: "box:p", Name: "there"}
	own, far, at := &side{}, &side{}, app.MergeCursor{here: {Run: "r"}, there: {Run: "r"}}
	own.add(machine("p/here", []int64{10, 30, 50}, logs.Query{Direction: logs.Forward}, 9), app.HostView{})
	far.add(machine("box:p/there", []int64{1020, 1025}, logs.Query{Direction: logs.Forward}, 9), app.HostView{Offset: 1000})
	p := ripe([]*side{own, far}, time.UnixMilli(40), at)
	var got []string
	for _, line := range p.Lines {
		got = append(got, fmt.Sprint(refOf(line).Name, line.Seq))
	}
	if text := strings.Join(got, " "); text != "here1 there1 there2 here2" || at[here].Seq != 2 || at[there].Seq != 2 ||
		len(own.Lines) != 1 || len(far.Lines) != 0 || p.Before[here].Seq != 0 {
		t.Errorf("%s; %v", text, at)
	}
}
