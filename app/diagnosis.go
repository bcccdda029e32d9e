package app

import "cmp"

// FindingKind describes what kind of cause a Finding is.
type FindingKind string

// The kinds of findings.
const (
	FindingAccess  FindingKind = "access"  // a permission or a credential is refused
	FindingChanged FindingKind = "changed" // it runs with other settings than declared
	FindingCode    FindingKind = "code"    // an error in the sources or in what they did
	// devservers.yml, or a setting or an argument of the program, can't be used
	FindingConfig     FindingKind = "config"
	FindingDependency FindingKind = "dependency" // another server is missing
	FindingEnv        FindingKind = "env"        // a variable or an env file is missing
	FindingExecutable FindingKind = "executable"
	FindingExpired    FindingKind = "expired" // a certificate or a token
	FindingFile       FindingKind = "file"
	FindingInput      FindingKind = "input"   // it waits for a person
	FindingListens    FindingKind = "listens" // on another port than declared
	FindingMemory     FindingKind = "memory"
	FindingMigration  FindingKind = "migration"
	FindingModule     FindingKind = "module" // a package is not installed
	FindingPort       FindingKind = "port"
	FindingSystem     FindingKind = "system"
	FindingTrust      FindingKind = "trust"
	FindingVersion    FindingKind = "version" // of an interpreter
	FindingOther      FindingKind = "other"
)

// Finding is a Claim as doors show it.
type Finding struct {
	Kind FindingKind `json:"kind"`
	// what it is about: a file with its line, a port, a package, a variable
	Subject  string     `json:"subject,omitempty"`
	Problem  string     `json:"problem"` // one sentence, of facts alone
	Evidence []Evidence `json:"evidence"`
	Fix      string     `json:"fix"`               // the next step: a command, or one sentence
	Step     *Step      `json:"step,omitempty"`    // the next step, if devservers can do it
	Command  string     `json:"command,omitempty"` // Fix, if it is a command for a shell that is safe to copy
	Manual   string     `json:"-"`                 // with Step: what else can be done; "" = nothing
	Vague    bool       `json:"-"`                 // it is no more than a place
}

// StepKind is something that every door can do in its own way.
type StepKind string

// The kinds of steps.
const (
	StepStart    StepKind = "start"
	StepRestart  StepKind = "restart"
	StepStop     StepKind = "stop"
	StepRun      StepKind = "run"       // a task
	StepSetEnv   StepKind = "set_env"   // Name is the variable
	StepPort     StepKind = "port"      // give it another port
	StepResetEnv StepKind = "reset_env" // undo the overlay
	StepLogs     StepKind = "logs"
	StepAnswer   StepKind = "answer" // a question on its terminal
)

// Step is a next step that devservers can do.
type Step struct {
	Do     StepKind `json:"do"`
	Server string   `json:"server"`          // project/name, of a server or a task
	Name   string   `json:"name,omitempty"`  // of a variable
	Value  string   `json:"value,omitempty"` // of it; "" = known to the reader
}

// Command returns the step as a command.
func (s Step) Command() string {
	switch s.Do {
	case StepSetEnv:
		value := cmp.Or(s.Value, "...")
		return "devservers set-env " + s.Server + " " + s.Name + "=" + value
	case StepPort:
		return "devservers set-env " + s.Server + " --port auto"
	case StepResetEnv:
		return "devservers reset-env " + s.Server
	case StepAnswer:
		return "devservers attach " + s.Server
	}
	return "devservers " + string(s.Do) + " " + s.Server
}

// Next sets a step as the fix; manual is what else can be done, "" = nothing.
func (f *Finding) Next(step Step, manual string) {
	f.Step, f.Manual, f.Fix = &step, manual, step.Command()
	if manual != "" {
		f.Fix = manual + ", or: " + f.Fix
	}
}

// Diagnosis describes what is wrong with a server, the most likely cause first.
type Diagnosis struct {
	Server   string    `json:"server"` // project/server
	State    State     `json:"state"`
	Message  string    `json:"message"`  // one sentence
	Findings []Finding `json:"findings"` // empty if nothing is known to be wrong
	Block
	Run       string `json:"run,omitempty"` // that the findings are about
	ViewerURL string `json:"viewer_url,omitempty"`
}

// Block is what lets the reader of a failure judge by themselves.
type Block struct {
	// of a failure, from its first error to the end, verbatim: untrusted text
	Output []string   `json:"output,omitempty"`
	Exit   *Exit      `json:"exit,omitempty"`   // how the run ended
	Owner  *PortOwner `json:"owner,omitempty"`  // another process that listens on its port
	Looked []string   `json:"looked,omitempty"` // of a failure: what was looked at
}

// Health is the condition of a server, apart from causes.
type Health struct {
	Listens []int    // the ports at which its process tree listens
	Missing []string // variables that an example of the project's env file lists, and that the next start doesn't give it
}
