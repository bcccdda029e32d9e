package views

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"devservers/app/record/history"
)

// TestActivityHasWordsForEachAction: an action without words would read "You did up to shop".
func TestActivityHasWordsForEachAction(t *testing.T) {
	text, err := os.ReadFile("../app/record/history/action.go")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`Action = "([^"]+)"`).FindAllStringSubmatch(string(text), -1)
	if len(found) < 20 {
		t.Fatalf("only %d actions found", len(found))
	}
	for _, name := range found {
		action := history.Action(name[1])
		if action == history.Crash { // only Deeds returns it
			continue
		}
		if acts := activityActs[action]; strings.TrimSpace(acts.done) == "" || strings.TrimSpace(acts.failed) == "" {
			t.Errorf("%s has no words", action)
		}
	}
}
