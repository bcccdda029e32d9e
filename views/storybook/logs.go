package storybook

import (
	"regexp"
	"strings"
	"time"

	"devservers/app"
	"devservers/views"
	"devservers/views/lines"
)

// logs are the pages of merged lines.
func (t teller) logs(s views.ShellView) []Story {
	printed := t.logsView(s)
	around := printed
	around.Ask.At, around.Look.Target = "1qe7web001:244", "1qe7web001:244"
	around.Look.Marks = regexp.MustCompile("undefined")
	unfolded := printed
	unfolded.Ask.Unfolded, unfolded.Look.Fold = true, false
	unfolded.Ask.Levels, unfolded.Ask.Servers = []string{"error", "warn"}, []string{"shop/web"}
	empty, nothing, faulty := printed, printed, printed
	empty.Page, nothing.Page, faulty.Page = app.MergedPage{}, app.MergedPage{}, app.MergedPage{}
	nothing.Ask.Text = "unicorn"
	faulty.Ask.Text, faulty.Ask.Regex, faulty.Problem = "(", true, "missing closing ): `(`"
	return []Story{
		{"logs: printed of every kind", lines.Page(printed)},
		{"logs: around a line, highlighted", lines.Page(around)},
		{"logs: not folded, filtered by level and server", lines.Page(unfolded)},
		{"logs: nothing printed yet", lines.Page(empty)},
		{"logs: nothing fits", lines.Page(nothing)},
		{"logs: faulty filter", lines.Page(faulty)},
	}
}

// logsView is a page about a past time without script, so that it requests nothing.
func (t teller) logsView(s views.ShellView) lines.View {
	s.Styles = []string{"logs.css"}
	web, api := lines.LogServer{Ref: app.Ref{Project: "shop", Name: "web"}, Name: "web", Color: 0, Chosen: true,
		Run: "1qe7web001"},
		lines.LogServer{Ref: app.Ref{Project: "shop", Name: "api"}, Name: "api", Color: 1, Chosen: true, Run: "1qe7api001"}
	return lines.View{
		Shell: s, Base: "/p/shop/logs", Ask: lines.Ask{Until: "1m"}, Servers: []lines.LogServer{web, api},
		Page: app.MergedPage{Lines: t.merged()},
		Look: lines.Look{Base: "/p/shop/logs", Fold: true, Today: lines.Day(t.now),
			Servers: map[string]lines.LogServer{"shop/web": web, "shop/api": api}},
	}
}

// merged is lines of two servers: colors, levels, a repeat, both kinds of gap, a long line, one that is hostile, and
// one that is not ended.
func (t teller) merged() (list []app.MergedLine) {
	add := func(server string, seq int64, level, text string) {
		run := "1qe7" + strings.TrimPrefix(server, "shop/") + "001"
		at := t.now.Add(-time.Hour + time.Duration(len(list))*time.Second)
		list = append(list, app.MergedLine{LogLine: app.LogLine{Server: server, Run: run, Seq: seq, Time: at, Level: level,
			Text: text}})
	}
	add("shop/api", 1, "info", "INFO:     Uvicorn running on http://127.0.0.1:8000 (Press CTRL+C to quit)")
	add("shop/web", 240, "", "")
	list[1].Gap = &app.Gap{From: 1, To: 240}
	for i, text := range t.printed().Lines {
		add("shop/web", int64(241+i), []string{"", "", "", "error"}[i], text.Text)
	}
	for seq := range int64(3) {
		add("shop/api", 2+seq, "warn", "WARNING:  the cache is cold")
	}
	add("shop/api", 9000, "", "")
	list[len(list)-1].Gap, list[len(list)-1].Skipped = &app.Gap{From: 5, To: 9000}, true
	add("shop/api", 9001, "debug", "DEBUG:    <img src=x onerror=alert(1)> "+strings.Repeat("a long line continues ", 20))
	add("shop/api", 9002, "", "Continue? [y/N] ")
	list[len(list)-1].Partial = true
	return list
}
