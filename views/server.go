package views

import (
	"hash/fnv"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config/settings"
)

// ServerView is a server or task in its row, its drawer and on its page.
type ServerView struct {
	app.Status
	Past      []app.Sample        // what it used in the last minutes, the oldest first; empty = not known
	ErrorList ErrorList           // the newest errors in what it printed; the status counts all
	Detail    []ErrorRow          // the same with their code, in the drawer only
	Last      []string            // its last lines, plain, when it ended and that helps
	Why       []app.Finding       // what is wrong with it, when it has failed
	Block     []string            // the lines of its failure: untrusted text
	Edit      *app.Edit           // the last of the project's files; nil: none is known
	Verdict   *app.Verdict        // what it did to this server; nil: nothing is known
	Trust     settings.TrustState // of its project
	Lines     []app.LogLine       // its newest lines, in the drawer only
	Now       time.Time
}

// GroupView is a project with its rows.
type GroupView struct {
	app.ProjectView
	Home                 string       // the user's
	Edited               app.EditPage // the verdict on the last edit; empty: none is known
	ServerRows, TaskRows []ServerView
	Resting              bool // it takes one line, and has no rows
}

// RowID is the id of a server's row in a page. It is made of letters and digits only.
func RowID(ref app.Ref) string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(ref.String())) // never fails (hash.Hash)
	return "c" + strconv.FormatUint(h.Sum64(), 36)
}

func (c ServerView) id() string { return RowID(c.Ref()) }

func (c ServerView) part(name string) string { return c.id() + "-" + name }

func (c ServerView) path(action string) templPath {
	return templPath(ServerPath(c.Ref()) + "/" + action)
}

// templPath is an address that this package made: safe to link to.
type templPath string

func (c ServerView) task() bool { return c.Kind.IsTask() }

// title returns the address of its page.
func (c ServerView) title() string { return PagePath(c.Ref()) }

// projectPages are the pages of a project whose addresses look like those of servers.
var projectPages = []string{"logs", "trust", "errors.txt", "environments"}

// PagePath returns the address of the page of a server or task. One that is named like a page of its project has
// another, which is not a page of that.
func PagePath(ref app.Ref) string {
	if slices.Contains(projectPages, ref.Name) {
		return ServerPath(ref) + "/page"
	}
	return ServerPath(ref)
}

func (c ServerView) logs() string {
	return ProjectPath(c.Project) + "/logs?server=" + urlQuery(c.Ref().String())
}

// lines returns the address of the lines that show its trouble.
func (c ServerView) lines() string {
	if f, ok := c.newError(); ok {
		return c.errorLink(f)
	}
	if len(c.ErrorList) > 0 {
		return c.errorLink(c.ErrorList[0])
	}
	return c.logs()
}

// look returns how the state looks. A task that ended with code 0 has not failed.
func (c ServerView) look() mood {
	switch {
	case c.task() && c.State == app.Stopped && c.Exit.Well():
		return mood{"good", "check", "done"}
	case c.State == app.Failed && !Troubled(c.Status):
		return mood{"ask", "asks", "review"}
	}
	return moodOf(c.State)
}

// result returns how a task's last run ended.
func (c ServerView) result() string {
	m := c.look()
	if m.class == "bad" && c.Errors > 0 {
		return words.Count(c.Errors, "error")
	}
	return m.word
}

// again returns the action that tries a failed one again.
func (c ServerView) again() string {
	if c.task() {
		return "run"
	}
	return "start"
}

// step returns the first finding whose step a button does.
func (c ServerView) step() (path templPath, word string) {
	for _, f := range c.causes() {
		if path, word = stepButton(c.Ref(), f.Step); path != "" {
			return path, word
		}
	}
	return "", ""
}

// nextStep is step, or for a server whose port is held by something else, the way to start it on another port.
func (c ServerView) nextStep() (path templPath, word string) {
	if path, word = c.step(); path == "" && c.Failure != nil && c.Failure.Code == app.CodePortInUse {
		return c.path("port"), buttons[app.StepPort]
	}
	return path, word
}

// timed reports whether the time in its state is meaningful: not of one that never ran.
func (c ServerView) timed() bool { return !c.Since.IsZero() && (c.State.Up() || c.Run != "") }

func wholePercent(v float64) string { return strconv.Itoa(int(v+0.5)) + "%" }

// shortAddress returns the port of its address, or its host if that is not localhost.
func shortAddress(c ServerView) string {
	if c.URL == "" && c.Port != 0 { // on a host: its port is there
		return ":" + strconv.Itoa(c.Port)
	}
	u, err := url.Parse(c.URL)
	if err == nil && u.Port() != "" {
		return ":" + u.Port()
	}
	if err == nil {
		return u.Host
	}
	return ""
}

func buttonClass(wide bool) string {
	if wide {
		return "button short"
	}
	return "ib"
}

// drawerPath returns the address of the page with a server's drawer.
func (v *TableView) drawerPath(c ServerView) string {
	if c.host() != "" {
		return ProjectPath(c.Project) + "?server=" + urlQuery(c.Name)
	}
	if v.Alone != "" {
		return v.base() + "?server=" + urlQuery(c.Name)
	}
	return v.base() + "?server=" + urlQuery(c.Ref().String())
}

// manyPath returns the address of an action on many servers.
func manyPath(action, which, project string) string {
	q := url.Values{}
	if which != "" {
		q.Set("which", which)
	}
	if project != "" {
		q.Set("project", project)
	}
	if len(q) == 0 {
		return "/many/" + action
	}
	return "/many/" + action + "?" + q.Encode()
}

// needsTrust reports whether a person must review the file before a start.
func (c ServerView) needsTrust() bool {
	return c.Trust == settings.NeverTrusted || c.Trust == settings.Changed
}

// reason returns why it is in its state, unless the failure contains it.
func (c ServerView) reason() string {
	shown := func(e app.Evidence) bool { return e.String() == c.Reason }
	if c.Failure != nil || c.Reason == "" || slices.ContainsFunc(c.causes(), func(f app.Finding) bool {
		return slices.ContainsFunc(f.Evidence, shown)
	}) {
		return ""
	}
	return words.Capital(c.Reason) + "."
}

// other returns the server of ours that holds the port that this one needs, or "".
func (c ServerView) other() string {
	if c.Failure != nil && c.Failure.Owner != nil && c.Failure.Owner.Kind == app.OwnerOurs {
		return c.Failure.Owner.Server
	}
	return ""
}

// changed names the settings that changed since the start. Values are not shown.
func (c ServerView) changed() string {
	names := c.ChangedSinceStart
	switch {
	case len(names) == 0:
		return "config changed since start"
	case len(names) > 4:
		names = append(names[:3:3], words.Count(len(c.ChangedSinceStart)-3, "other"))
	}
	return "changed since start: " + strings.Join(names, ", ")
}

// causes returns the findings that add to the failure.
func (c ServerView) causes() (list []app.Finding) {
	for _, f := range c.Why {
		if !c.says(f) && f.Kind != app.FindingChanged && f.Kind != app.FindingOther && len(list) < 3 {
			list = append(list, f)
		}
	}
	return list
}

// says reports whether the failure repeats a finding: for a port it names the holder, with its age.
func (c ServerView) says(f app.Finding) bool {
	return c.Failure != nil && (f.Problem == c.Failure.Detail || f.Kind == app.FindingPort && c.Failure.Owner != nil)
}

// output returns the lines of its failure, or else its last ones.
func (c ServerView) output() string {
	if len(c.Block) > 0 {
		return strings.Join(c.Block, "\n")
	}
	if c.Failure != nil && len(c.Failure.Output) > 0 {
		return strings.Join(c.Failure.Output, "\n")
	}
	return strings.Join(c.Last, "\n")
}

func (c ServerView) measured() bool { return c.State.Up() && c.Processes > 0 }

// noted reports whether there is a note about its state.
func (c ServerView) noted() bool {
	return c.reason() != "" || c.Retry != nil || c.ConfigChanged || c.WatchOff != "" || c.IdleStop != nil || c.Pinned ||
		c.ChangedCode != nil
}

// restartClass highlights the button if a restart would apply changes.
func (c ServerView) restartClass(class string) string {
	if c.ConfigChanged {
		class += " main-one"
	}
	return class
}

// startedBy names who started it, and how long it took to be ready.
func (c ServerView) startedBy() (text string) {
	if c.Actor != nil {
		text = " by " + c.Actor.String()
	}
	if c.ReadyAt != nil && c.StartedAt != nil && c.State.Up() {
		text += ", ready after " + words.Duration(c.ReadyAt.Sub(*c.StartedAt))
	}
	return text
}

// process returns the process ID and how many processes there are.
func (c ServerView) process() string {
	text := "PID " + strconv.Itoa(c.PID)
	if c.Processes > 1 {
		text += ", " + words.Count(c.Processes, "process")
	}
	return text
}

// CauseOf returns the sentence of a row about a server that does not work.
func CauseOf(st app.Status, found []app.Finding) string {
	c := ServerView{Status: st, Why: found}
	return words.Capital(c.message().text) + "."
}
