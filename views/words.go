package views

import (
	"net/url"
	"strconv"
	"time"

	"devservers/app"
	"devservers/app/words"
)

func urlQuery(s string) string { return url.QueryEscape(s) }

func machine(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// lived returns how long a run lasted, or has lasted.
func lived(r app.RunInfo, now time.Time) string {
	if r.EndedAt != nil {
		return words.Duration(r.EndedAt.Sub(r.StartedAt))
	}
	return words.Age(now.Sub(r.StartedAt))
}

// firstLines returns what to type to see a first project.
func firstLines() []string {
	return []string{
		"cd ~/my-project",
		`printf 'project: my-project\nservers:\n  web: {command: npm run dev, port: 5173}\n' > devservers.yml`,
		"devservers start",
	}
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// lineWord names the level of a line.
func lineWord(level string) string {
	if level == "" {
		return "line"
	}
	return level
}
