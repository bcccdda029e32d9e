package lines

import (
	"slices"
	"testing"
	"time"

	"devservers/app"
	"devservers/views"
)

func TestVerdictsStandBetweenTheLinesOfTheirTime(t *testing.T) {
	begin := time.Now().Add(-time.Hour)
	at := func(s int) time.Time { return begin.Add(time.Duration(s) * time.Second) }
	var page []app.MergedLine
	for i, s := range []int{10, 20, 30} {
		page = append(page, app.MergedLine{LogLine: app.LogLine{Server: "shop/web", Run: "r", Seq: int64(i + 2),
			Time: at(s)}})
	}
	look := Look{Edits: []views.ActivityRow{{At: at(5)}, {At: at(20)}, {At: at(25)}, {At: at(40)}}}
	seconds := func() (list []int) {
		for _, r := range look.rows(page) {
			if r.edit != nil {
				list = append(list, -int(r.Time.Sub(begin).Seconds()))
			} else {
				list = append(list, int(r.Time.Sub(begin).Seconds()))
			}
		}
		return list
	}
	if got := seconds(); !slices.Equal(got, []int{10, 20, -20, -25, 30}) {
		t.Errorf("in the past: %v", got)
	}
	look.ToNow = true
	if got := seconds(); !slices.Equal(got, []int{10, 20, -20, -25, 30, -40}) {
		t.Errorf("up to now: %v", got)
	}
}
