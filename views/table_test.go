package views

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"devservers/app"
)

// busy is a page of projects of which each has some servers that run.
func busy(projects, servers int) *TableView {
	v := &TableView{Now: time.Now()}
	for i := range projects {
		g := &GroupView{ProjectView: app.ProjectView{ID: fmt.Sprint("p", i), LastAccessed: v.Now}}
		for j := range servers {
			g.ServerRows = append(g.ServerRows, ServerView{Status: app.Status{Project: g.ID, Name: fmt.Sprint("s", j),
				State: app.Ready}})
		}
		v.Groups = append(v.Groups, g)
	}
	return v
}

func TestProjectsThatAreWellFoldBeyondTheFirstScreen(t *testing.T) {
	v := busy(9, 6)
	v.Groups[7].ServerRows[2].State = app.Failing
	var folded []int
	for i, g := range v.Groups {
		if v.folded(g) {
			folded = append(folded, i)
		}
	}
	if !slices.Equal(folded, []int{5, 6, 8}) || !v.dense() {
		t.Errorf("folded are %v", folded)
	}
	if few := busy(3, 6); few.dense() || slices.ContainsFunc(few.Groups, few.folded) {
		t.Error("a page that fits folds")
	}
}

func TestBandNamesThreeInTrouble(t *testing.T) {
	v := busy(2, 6)
	for i := range 5 {
		v.Groups[0].ServerRows[i].State = app.Failing
	}
	if more := v.moreTrouble(); !slices.Equal(more, []string{"p0/s3", "p0/s4"}) {
		t.Errorf("more: %v", more)
	}
	v.Groups[0].ServerRows = v.Groups[0].ServerRows[:2]
	if more := v.moreTrouble(); len(more) > 0 {
		t.Errorf("more: %v", more)
	}
}
