package views

import (
	"devservers/app"
	"devservers/app/base/words"
)

// AskKind describes what waits for the person.
type AskKind string

// The kinds of what waits.
const (
	AskReview  AskKind = "review"  // nobody has reviewed a project's file
	AskPinned  AskKind = "pinned"  // an agent wants to act on a pinned server
	AskConsent AskKind = "consent" // an agent wants access
	AskChange  AskKind = "change"  // an agent wants to change a server's environment or port
	AskFile    AskKind = "file"    // an agent proposes a devservers.yml
)

// Ask is something that waits for the person.
type Ask struct {
	Kind    AskKind
	ID      string  // of a pinned one: what a refusal names; of a file: the request
	Ref     app.Ref // the project; with a name, the server that is to start or that is pinned
	Client  string  // the agent: untrusted text
	Action  string  // of a pinned one: stop, restart
	Changed bool    // of a review: an earlier content was reviewed
	Path    string  // of a consent: where to answer
}

func (a Ask) word() string {
	if a.Kind == AskReview {
		return "review"
	}
	return "asks"
}

// button returns the word of the button that does what an agent wanted.
func (a Ask) button() string { return words.Capital(a.Action) + " once" }

// rest returns the sentence without its bold beginning.
func (a Ask) rest() string {
	switch {
	case a.Kind == AskPinned:
		return " wants to " + a.Action + " pinned "
	case a.Kind == AskChange:
		return " wants to change the environment or port of "
	case a.Kind == AskConsent:
		return " wants access to devservers"
	case a.Kind == AskFile:
		return " proposes a devservers.yml for "
	case a.Client != "" && a.Ref.Name != "":
		return ": " + a.Client + " wants to start " + a.Ref.Name + "; its commands wait for your review"
	case a.Changed:
		return ": what it runs has changed since you reviewed it"
	}
	return ": nobody has reviewed the commands of this project"
}

// text returns the whole sentence.
func (a Ask) text() string {
	switch a.Kind {
	case AskPinned, AskChange, AskFile:
		return a.Client + a.rest() + a.Ref.String()
	case AskConsent:
		return a.Client + a.rest()
	}
	return a.Ref.Project + a.rest()
}

// path returns the address of the answer.
func (a Ask) path() string {
	switch {
	case a.Kind == AskChange:
		return "/waiting"
	case a.Kind == AskFile:
		return "/waiting/" + a.ID
	case a.Kind == AskConsent:
		return a.Path
	case a.Kind == AskPinned:
		return ServerPath(a.Ref) + "/" + a.Action
	case a.Ref.Name != "":
		return ProjectPath(a.Ref.Project) + "/trust?start=" + urlQuery(a.Ref.Name)
	}
	return ProjectPath(a.Ref.Project) + "/trust"
}
