package view

import (
	"time"

	"devservers/app/access"
	"devservers/app/base/words"
)

// Access draws a table of tokens and of agents with a grant.
func (v View) Access(list []access.Entry) string {
	if len(list) == 0 {
		return "no agent is connected and there is no token\n"
	}
	t := Table{Columns: []Column{{Title: "NAME"}, {Title: "KIND"}, {Title: "ID"}, {Title: "CREATED", Rank: 1},
		{Title: "USED"}}}
	for _, e := range list {
		kind := e.Kind
		switch {
		case e.Kind == access.KindGrant:
			kind = "agent"
			if e.Project != "" {
				kind += " of " + Plain(e.Project)
			}
		case e.RevokedAt != nil:
			kind += ", revoked"
		}
		t.Rows = append(t.Rows, Row{Cells: []string{v.Paint(Bold, Plain(e.Name)), kind, e.ID, v.moment(e.CreatedAt),
			v.LastUse(e.UsedAt)}})
	}
	return v.table(t)
}

// LastUse says when a credential was used last, which is recorded once a minute.
func (v View) LastUse(at *time.Time) string {
	if at == nil {
		return "never"
	}
	if d := v.since(*at); d >= 2*time.Minute {
		return words.Ago(d)
	}
	return "just now"
}
