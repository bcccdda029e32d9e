package views

import (
	"fmt"
	"net/url"
	"time"

	"devservers/app"
)

func urlQuery(s string) string { return url.QueryEscape(s) }

// span is a length of time as people say it.
func span(d time.Duration) string {
	switch {
	case d < time.Second:
		return "a moment"
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h %02d min", int(d.Hours()), int(d.Minutes())%60)
	}
	return fmt.Sprintf("%d d", int(d.Hours()/24))
}

// took is a length of time to compare with others.
func took(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return span(d)
}

// moment is a time of day, with the date when it is another day than now's.
func moment(t, now time.Time) string {
	t, now = t.Local(), now.Local()
	if t.YearDay() == now.YearDay() && t.Year() == now.Year() {
		return t.Format("15:04:05")
	}
	return t.Format("2 Jan 15:04")
}

func machine(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// plural is n with its word.
func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// lived is how long a run has lived, or lives.
func lived(r app.RunInfo, now time.Time) string {
	if r.EndedAt != nil {
		return took(r.EndedAt.Sub(r.StartedAt))
	}
	return span(now.Sub(r.StartedAt))
}

// firstLines are what one types to see a first project.
func firstLines() []string {
	return []string{
		"cd ~/my-project",
		`printf 'project: my-project\nservers:\n  web: {command: npm run dev, port: 5173}\n' > devservers.yml`,
		"devservers start",
	}
}
