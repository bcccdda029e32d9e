package detect

import (
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"devservers/app/project/lists"
)

// Proposal is what a project's files reveal about its servers and tasks.
type Proposal struct {
	Project string           `json:"project"` // the project's name
	Servers []ProposedServer `json:"servers"`
	Tasks   []ProposedServer `json:"tasks"`
	Notes   []string         `json:"notes"`              // what was seen and left out, and what is to be done before the first start
	LeftOut []lists.Left     `json:"left_out,omitempty"` // all of the former, which notes shorten
}

// ProposedServer is a proposed server or task, in the keys of devservers.yml.
type ProposedServer struct {
	Name     string   `json:"name"`
	Command  string   `json:"command"`
	Before   []string `json:"before_start,omitempty"`
	Dir      string   `json:"working_dir,omitempty"` // below the project; "" = the project's directory
	Port     string   `json:"port,omitempty"`        // auto, a number, or "" = none
	Env      []Var    `json:"env,omitempty"`
	EnvFiles []string `json:"env_file,omitempty"`
	Ready    []Var    `json:"ready,omitempty"` // one of http, tcp and command
	Needs    []Var    `json:"depends_on,omitempty"`
	Restart  string   `json:"restart,omitempty"`
	Watch    []string `json:"watch,omitempty"`
	External bool     `json:"external,omitempty"` // something else runs it: managed: false
	About    string   `json:"about,omitempty"`    // a remark on the choice of the port
	From     string   `json:"from"`               // the file, and the place in it
	standard int      // the port on which its tool listens by default
	guessed  bool     // the port is one of the directory, not of the command or its own source
	takes    bool     // its sources read PORT
	reached  bool     // the port is named by what its own source calls, which others may call, too
}

// Var is a name with its value.
type Var lists.Variable

// Empty reports whether nothing was found.
func (p Proposal) Empty() bool { return len(p.Servers)+len(p.Tasks) == 0 }

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// below is a directory as working_dir has it: "" for the project's own.
func below(dir string) string {
	if dir = filepath.Clean(dir); dir == "." {
		return ""
	}
	return dir
}

// number returns a port as it is declared, "" for 0.
func number(port int) string { return strings.TrimPrefix(strconv.Itoa(port), "0") }
