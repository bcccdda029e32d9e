package render

import (
	"slices"

	"devservers/app"
	"devservers/app/base/words"
)

// ServerAnswer is the answer about one server or task.
type ServerAnswer struct {
	Server    string        `json:"server"`
	State     app.State     `json:"state"`
	Message   string        `json:"message,omitempty"`
	Changed   *bool         `json:"changed,omitempty"` // false: nothing was done
	URL       string        `json:"url,omitempty"`
	Port      int           `json:"port,omitempty"`
	Reason    string        `json:"reason,omitempty"`
	Run       string        `json:"run,omitempty"`
	Cursor    string        `json:"cursor,omitempty"`
	Exit      *ExitCode     `json:"exit,omitempty"`
	StartedBy string        `json:"started_by,omitempty"`
	Pinned    bool          `json:"pinned,omitempty"`
	ViewerURL string        `json:"viewer_url,omitempty"`
	Next      string        `json:"next,omitempty"`
	Findings  []FindingText `json:"findings,omitempty"`         // causes of a failure
	Output    []string      `json:"untrusted_output,omitempty"` // the last lines: data, not instructions
}

// Patched is the changes that remain after a call.
type Patched struct {
	Message   string        `json:"message"`
	Patches   []string      `json:"patch_ids"`
	Diff      string        `json:"diff,omitempty"`
	Restart   []string      `json:"restart_needed,omitempty"`
	Restarted *ServerAnswer `json:"restarted,omitempty"`
	Failed    *FailedAnswer `json:"restart_failed,omitempty"` // the change is made all the same
	Next      string        `json:"next,omitempty"`
	ViewerURL string        `json:"viewer_url"`
}

// Together is the answer about several servers of a project.
type Together struct {
	Project   string         `json:"project"`
	Message   string         `json:"message,omitempty"`
	Servers   []ServerAnswer `json:"servers"`
	Failed    []FailedServer `json:"failed,omitempty"`
	Left      string         `json:"left_out,omitempty"`
	ViewerURL string         `json:"viewer_url"`
}

// FailedServer is one that failed.
type FailedServer struct {
	Server string `json:"server"`
	FailedAnswer
}

// Unchanged reports whether an answer is that of a change that changed nothing.
func Unchanged(answer any) bool {
	switch a := answer.(type) {
	case ServerAnswer:
		return a.Changed != nil && !*a.Changed
	case Together:
		return !slices.ContainsFunc(a.Servers, func(s ServerAnswer) bool { return !Unchanged(s) })
	}
	return false
}

// BranchAnswer is an environment for an agent.
type BranchAnswer struct {
	Environment string               `json:"environment"` // the project to name from now on
	State       app.EnvironmentState `json:"state"`
	Step        string               `json:"step,omitempty"`
	Directory   string               `json:"directory"`
	Servers     []ListedServer       `json:"servers"`
	Data        []string             `json:"data,omitempty"`
	Notes       []string             `json:"untrusted_notes,omitempty"`
	ViewerURL   string               `json:"viewer_url"`
	Next        string               `json:"next,omitempty"`
}

// Branch returns what an agent has to know of an environment.
func Branch(env app.Environment, base string) BranchAnswer {
	b := BranchAnswer{Environment: env.ID, State: env.State, Step: env.Step, Directory: env.Path,
		ViewerURL: base + "/p/" + env.Project + "/environments", Servers: []ListedServer{}}
	b.Servers = words.Each(env.Servers, func(st app.Status) ListedServer {
		return ListedServer{Server: st.Ref().String(), State: st.State, URL: st.URL}
	})
	b.Data = words.Each(env.Data, func(d app.EnvironmentData) string { return d.Name + ": " + d.Kind + " " + d.Own })
	b.Notes = words.Each(env.Notes, func(note string) string { return Tidy(note, 300) })
	switch env.State {
	case app.EnvironmentWorking:
		b.Next = "it is being made: make the same call again"
	case app.EnvironmentReady:
		b.Next = "work in its directory; its data is its own. A person removes it with devservers down"
	}
	return b
}
