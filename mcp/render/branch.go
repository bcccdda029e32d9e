package render

import "devservers/app"

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
	for _, st := range env.Servers {
		b.Servers = append(b.Servers, ListedServer{Server: st.Ref().String(), State: st.State, URL: st.URL})
	}
	for _, d := range env.Data {
		b.Data = append(b.Data, d.Name+": "+d.Kind+" "+d.Own)
	}
	for _, note := range env.Notes {
		b.Notes = append(b.Notes, Tidy(note, 300))
	}
	switch env.State {
	case app.EnvironmentWorking:
		b.Next = "it is being made: make the same call again"
	case app.EnvironmentReady:
		b.Next = "work in its directory; its data is its own. A person removes it with devservers down"
	}
	return b
}
