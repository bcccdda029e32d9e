package app

// FindingKind says what kind of cause a Finding is.
type FindingKind string

// The kinds of findings.
const (
	FindingChanged    FindingKind = "changed"    // it runs with other settings than declared
	FindingConfig     FindingKind = "config"     // devservers.yml can't be used
	FindingDependency FindingKind = "dependency" // another server is missing
	FindingEnv        FindingKind = "env"        // a variable or an env file is missing
	FindingExecutable FindingKind = "executable"
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

// Finding is one cause of a server's trouble, with evidence and the next step.
type Finding struct {
	Kind     FindingKind `json:"kind"`
	Problem  string      `json:"problem"`  // one sentence
	Evidence []string    `json:"evidence"` // "line 12: ..." of the run, or facts of the project: untrusted text
	Fix      string      `json:"fix"`      // the next step: a command, or one sentence
}

// Diagnosis says what is wrong with a server, the most likely cause first.
type Diagnosis struct {
	Server    string    `json:"server"` // project/server
	State     State     `json:"state"`
	Message   string    `json:"message"`          // one sentence
	Findings  []Finding `json:"findings"`         // empty if nothing is known to be wrong
	Output    []string  `json:"output,omitempty"` // the last lines, if no finding explains a failure
	Run       string    `json:"run,omitempty"`    // that the findings are about
	ViewerURL string    `json:"viewer_url,omitempty"`
}
