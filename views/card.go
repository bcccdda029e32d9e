package views

import (
	"hash/fnv"
	"strconv"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/trust"
	"devservers/app/words"
)

// CardView is a server or task on its card.
type CardView struct {
	app.Status
	Past      []app.Sample  // what it used in the last minutes, the oldest first; empty = not known
	ErrorList ErrorList     // the newest errors in what it printed; the status counts all
	Last      []string      // its last lines, plain, when it ended and that helps
	Why       []app.Finding // what is wrong with it, when it has failed
	Edit      *app.Edit     // the last of the project's files; nil: none is known
	Verdict   *app.Verdict  // what it did to this server; nil: nothing is known
	Trust     trust.State   // of its project
	Now       time.Time
}

// BoardView is a project with its cards.
type BoardView struct {
	app.ProjectView
	Home                   string       // the user's
	Edited                 app.EditPage // the verdict on the last edit; empty: none is known
	ServerCards, TaskCards []CardView
}

// CardID is the id of a server's card in a page. It is made of letters and digits only.
func CardID(ref app.Ref) string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(ref.String())) // never fails (hash.Hash)
	return "c" + strconv.FormatUint(h.Sum64(), 36)
}

func (c CardView) id() string { return CardID(c.Ref()) }

func (c CardView) part(name string) string { return c.id() + "-" + name }

func (c CardView) path(action string) templPath { return templPath(ServerPath(c.Ref()) + "/" + action) }

// templPath is an address that this package made: safe to link to.
type templPath string

func (c CardView) task() bool { return c.Kind == config.KindTask }

// title returns the address that the card's name links to.
func (c CardView) title() string {
	if c.Run == "" {
		return string(c.path("runs"))
	}
	return runPath(c.Ref(), c.Run)
}

func (c CardView) logs() string {
	return ProjectPath(c.Project) + "/logs?server=" + urlQuery(c.Name)
}

func (c CardView) class() string {
	if Troubled(c.Status) {
		return "card bad"
	}
	return "card"
}

// look returns the mood and the word of the state. A task that ended with code 0 has not failed.
func (c CardView) look() (mood, string) {
	if c.task() && c.State == app.Stopped && c.Exit.Well() {
		return mood{"good", "✓"}, "done"
	}
	return moodOf(c.State), string(c.State)
}

// needsTrust reports whether a person must review the file before a start.
func (c CardView) needsTrust() bool { return c.Trust == trust.New || c.Trust == trust.Changed }

// reason returns why it is in its state, unless the failure says so.
func (c CardView) reason() string {
	if c.Failure != nil || c.Reason == "" {
		return ""
	}
	return words.Capital(c.Reason) + "."
}

// other returns the server of ours that holds the port that this one needs, or "".
func (c CardView) other() string {
	if c.Failure != nil && c.Failure.Owner != nil && c.Failure.Owner.Kind == app.OwnerOurs {
		return c.Failure.Owner.Server
	}
	return ""
}

// changed names the settings that changed since the start. Values are not shown.
func (c CardView) changed() string {
	names := c.ChangedSinceStart
	switch {
	case len(names) == 0:
		return "config changed since start"
	case len(names) > 4:
		names = append(names[:3:3], words.Count(len(c.ChangedSinceStart)-3, "other"))
	}
	return "changed since start: " + strings.Join(names, ", ")
}

// restartClass highlights the button if a restart would apply changes.
func (c CardView) restartClass() string {
	if c.ConfigChanged {
		return "main-one"
	}
	return ""
}

// causes returns the findings that add to the failure.
func (c CardView) causes() (list []app.Finding) {
	for _, f := range c.Why {
		if (c.Failure == nil || f.Problem != c.Failure.Detail) && f.Kind != app.FindingChanged && f.Kind != app.FindingOther && len(list) < 3 {
			list = append(list, f)
		}
	}
	return list
}

// output returns its last lines, unless a cause explains its end.
func (c CardView) output() string {
	if len(c.causes()) > 0 {
		return ""
	}
	if c.Failure != nil && len(c.Failure.Output) > 0 {
		return strings.Join(c.Failure.Output, "\n")
	}
	return strings.Join(c.Last, "\n")
}

func (c CardView) measured() bool { return c.State.Up() && c.Processes > 0 }
