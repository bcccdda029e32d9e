package views

import (
	"fmt"
	"testing"
	"time"

	"devservers/app"
)

func TestAsksOfAgentsAreShownAmongManyReviews(t *testing.T) {
	v := &TableView{Groups: make([]*GroupView, manyGroups+1)}
	for i := range 2 * maxAsks {
		v.Asks = append(v.Asks, Ask{Kind: AskReview, Ref: app.Ref{Project: fmt.Sprint("p", i)}})
	}
	v.Asks = append(v.Asks, Ask{Kind: AskConsent, Client: "an agent"})
	shown, more := v.shownAsks()
	if len(shown) != maxAsks || shown[0].Kind != AskConsent || shown[1].Ref.Project != "p0" || more != maxAsks+1 {
		t.Errorf("%v and %d more", shown, more)
	}
	for range maxAsks {
		v.Asks = append(v.Asks, Ask{Kind: AskChange, Client: "another"})
	}
	if shown, more := v.shownAsks(); len(shown) != maxAsks+1 || more != 2*maxAsks {
		t.Errorf("%v and %d more", shown, more)
	}
}

func TestRailShowsTheProjectsThatWereUsedLast(t *testing.T) {
	var all []app.ProjectView
	for i := range 2 * maxGlances {
		all = append(all, app.ProjectView{ID: fmt.Sprint("p", i)})
	}
	last := len(all) - 1
	all[last].LastAccessed = time.Now()
	list, more := Glances(all, nil, all[last-1].ID)
	if len(list) != maxGlances+1 || more != maxGlances-1 || list[0].ID != "p0" || list[maxGlances].ID != all[last].ID {
		t.Errorf("%d and %d more: %v", len(list), more, list)
	}
}
