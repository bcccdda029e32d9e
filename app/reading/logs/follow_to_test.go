package logs

import (
	"context"
	"slices"
	"testing"

	"devservers/app"
)

func TestFollowToYieldsWhatLiesBetween(t *testing.T) {
	t.Parallel()
	w := printed(t, twoTasks, "a", "b", "a")
	var pages []app.MergedPage
	for q := (Query{Limit: 97, Direction: Forward}); ; {
		page := merged(t, w.logs, q)
		pages = append(pages, page)
		if q.At = page.After; !page.More {
			break
		}
	}
	for from := 0; from < len(pages); from += 3 {
		for to := from; to < len(pages); to += 4 {
			var want, got []app.MergedLine
			for _, page := range pages[from : to+1] {
				want = append(want, page.Lines...)
			}
			err := w.logs.FollowTo(context.Background(), Query{At: pages[from].Before}, pages[to].After,
				func(p app.MergedPage) error {
					got = append(got, p.Lines...)
					return nil
				})
			if err != nil || !slices.Equal(keys(got), keys(want)) {
				t.Fatalf("from page %d to %d: %d lines, want %d, %v", from, to, len(got), len(want), err)
			}
		}
	}
	if at := w.logs.Now(Query{}); at.Within(pages[0].After) || !pages[0].After.Within(at) ||
		at.Later(pages[0].After).String() != at.String() {
		t.Error("the end doesn't come after the first page")
	}
}
