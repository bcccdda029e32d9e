package views

import (
	"fmt"

	"devservers/app"
)

// homeTitle shows trouble where a tab does.
func homeTitle(projects []app.ProjectView) string {
	failed := 0
	for _, p := range projects {
		for _, s := range p.Servers {
			if s.State == app.Exited && s.Failure != nil || s.State == app.Backoff {
				failed++
			}
		}
	}
	if failed > 0 {
		return fmt.Sprintf("(%d failed) devservers", failed)
	}
	return "devservers"
}

// whileTrue is the refresh of a page on which something lives.
func whileTrue(lives bool) string {
	if lives {
		return "3"
	}
	return ""
}

// onceMore is the refresh of a page that is to be asked for again at once.
func onceMore(again bool) string {
	if again {
		return "0"
	}
	return ""
}
