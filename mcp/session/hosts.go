package session

import (
	"context"

	"devservers/app"
	"devservers/app/reading/logs"
)

// Hosts are the other places that agents may use. The zero value is none.
type Hosts struct {
	Notes  func() []string // what is known of them
	Search func(ctx context.Context, q logs.Query, page *app.SearchPage)
}

// For returns the notes for a caller whose access is for only one project, or with "" for all: the former gets none.
func (h Hosts) For(only string) []string {
	if h.Notes == nil || only != "" {
		return nil
	}
	return h.Notes()
}

// Add adds what hosts have found to a page of all projects.
func (h Hosts) Add(ctx context.Context, q logs.Query, page *app.SearchPage) []string {
	if h.Search != nil {
		h.Search(ctx, q, page)
	}
	return page.Notes
}
