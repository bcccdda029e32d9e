// Package views draws values of package app as HTML. Its components are pure functions: they own nothing, and know
// neither the supervisor nor HTTP.
package views

import (
	"cmp"
	"fmt"
	"net/url"
	"strconv"
	"time"

	"devservers/app"
)

// mood is how a state looks: a class for its color, a shape of the sprite for people who cannot tell the colors apart,
// and a word.
type mood struct{ class, shape, word string }

func moodOf(s app.State) mood {
	m := map[app.State]mood{
		app.Ready: {"good", "ready", ""}, app.Running: {"busy", "starting", ""}, app.Starting: {"busy", "starting", ""},
		app.Waiting: {"busy", "waiting", ""}, app.Stopping: {"busy", "stopping", ""}, app.Failing: {"bad", "failing", ""},
		app.Failed: {"bad", "failed", ""}, app.External: {"", "external", ""}, app.Sleeping: {"", "sleeping", ""},
	}[s]
	m.shape = cmp.Or(m.shape, "stopped")
	m.word = string(s)
	return m
}

// Lives reports whether the state of a server may change on its own soon.
func Lives(projects []app.ProjectView) bool {
	for _, p := range projects {
		for st := range p.Each() {
			if st.Active() {
				return true
			}
		}
	}
	return false
}

// RunPath returns the path of a run's page, its permanent address.
func RunPath(ref app.Ref, run string) string {
	return ServerPath(ref) + "/runs/" + url.PathEscape(run)
}

// RawPath returns the address of a run's output, as printed.
func RawPath(ref app.Ref, run string) string {
	return apiPath(ref) + "/logs?format=raw&run=" + url.QueryEscape(run)
}

func apiPath(ref app.Ref) string {
	return "/api/projects/" + url.PathEscape(ref.Project) + "/servers/" + url.PathEscape(ref.Name)
}

// link reports whether a server's address can be linked: a page must never link to a script.
func link(address string) (string, bool) {
	u, err := url.Parse(address)
	return address, err == nil && (u.Scheme == "http" || u.Scheme == "https")
}

// Clock returns a date with its time.
func Clock(t time.Time) string { return t.Local().Format("2006-01-02 15:04:05") }

func ending(e *app.Exit) string { return e.String() }

func gapText(g app.Gap) string {
	if g.To == 0 {
		return "··· an earlier run is no longer stored ···"
	}
	return fmt.Sprintf("··· %d lines are no longer stored ···", g.To-g.From+1)
}

// zoneOffset returns the minutes by which the zone of all drawn times is ahead of UTC now.
func zoneOffset() string {
	_, seconds := time.Now().Zone()
	return strconv.Itoa(seconds / 60)
}

// zoneName names that zone: "UTC+02:00".
func zoneName() string { return time.Now().Format("UTC-07:00") }
