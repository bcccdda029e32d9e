package protocol

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"time"

	"devservers/app/base/home"
	"devservers/app/base/process"
	"devservers/app/run/cage"
)

// Actor is the source of a request: its kind and the client's own name.
type Actor struct {
	Kind   ActorKind `json:"kind,omitempty"`
	Client string    `json:"client,omitempty"`
}

// ActorKind is what makes requests: cli, ui, api, mcp, idle ... Package app lists them.
type ActorKind string

// Spec describes the run to start. It goes to the holder over its socket and is never written to disk: Env may hold
// secrets.
type Spec struct {
	// Record has a name in JSON: as a part of Spec its fields would need a second table in each holder.
	Record      `json:"record"`
	Path        string        `json:"path"`            // resolved path of the executable
	Words       []string      `json:"words,omitempty"` // what is executed, if Argv has secrets masked
	Env         []string      `json:"env"`             // the whole environment, as for execve(2)
	PTY         bool          `json:"pty"`             // a terminal; false: a pipe for both outputs, no input
	Cols        int           `json:"cols"`
	Rows        int           `json:"rows"`
	StopTimeout time.Duration `json:"stop_timeout"` // between the first signal and KILL for the remaining processes
	DataLimit   uint64        `json:"data_limit"`   // RLIMIT_DATA of each process, bytes; 0 = none
	FileLimit   uint64        `json:"file_limit"`   // RLIMIT_FSIZE, bytes; 0 = none
	Cap         int64         `json:"cap"`          // the most bytes that the transcript keeps; 0 = no limit
}

// Record is the content of run.json: what was started, and how it ended. Only the holder writes it while the holder
// lives.
type Record struct {
	ID      string   `json:"id"`
	Project string   `json:"project"`
	Server  string   `json:"server"`
	Kind    string   `json:"kind"` // server or task
	Argv    []string `json:"argv"`
	Added   []string `json:"added,omitempty"` // its last words, which the declared command doesn't have
	Dir     string   `json:"dir"`
	Port    int      `json:"port,omitempty"`
	// Given holds digests of the variables and settings that the run was started with, to name what has changed since.
	Given map[string]string `json:"given,omitempty"`
	Actor Actor             `json:"actor"`
	Cage  *cage.Plan        `json:"cage,omitempty"` // what it may do; nil = whatever its user may
	// For is on whose behalf it was started: an automatic start is for the one who asked for the start before.
	For Actor `json:"for,omitzero"`
	// Decided is when a person last started it, or trusted what it runs. Changed is, if it is for an agent, what has
	// changed since.
	Decided time.Time `json:"decided,omitzero"`
	Changed *Changed  `json:"changed,omitempty"`
	// State is the state directory of the manager; see process.Tree.
	State   string    `json:"state,omitempty"`
	Started time.Time `json:"started"`
	// Grace is the time between TERM and KILL for the rest of the tree when the holder dies.
	Grace  time.Duration    `json:"grace,omitempty"`
	Ready  *time.Time       `json:"ready,omitempty"`
	Holder process.Identity `json:"holder"`
	Leader process.Identity `json:"leader"`         // the command; zero when it could not be executed
	Stop   *time.Time       `json:"stop,omitempty"` // when the stop was requested
	End    *End             `json:"end,omitempty"`
	Gone   *Gone            `json:"gone,omitempty"`
}

// Changed are files that a command runs, and that have changed since a person last trusted or ran it.
type Changed struct {
	Files []string  `json:"files"` // relative to the project
	At    time.Time `json:"at"`    // when the last of them did
	Since time.Time `json:"since"` // when the person decided
}

// Cause is why a run ended, if it did not end on its own.
type Cause string

// The causes of ends.
const (
	CauseNone      Cause = ""          // it ended on its own
	CauseAsked     Cause = "asked"     // somebody stopped or restarted it
	CauseShutdown  Cause = "shutdown"  // the manager ended
	CauseIdle      Cause = "idle"      // nobody used it for its idle timeout
	CauseMemory    Cause = "memory"    // it used more memory than its limit
	CauseUnhealthy Cause = "unhealthy" // its liveness check failed
	CauseHolder    Cause = "holder"    // its holder died
)

// End is how the command itself ended.
type End struct {
	At     time.Time `json:"at"`
	Code   int       `json:"code"`             // exit status; -1 when a signal ended it or it never ran
	Signal string    `json:"signal,omitempty"` // "KILL"
	Error  string    `json:"error,omitempty"`  // why it could not be executed
	Errno  int       `json:"errno,omitempty"`
	Cause  Cause     `json:"cause,omitempty"`
	By     Actor     `json:"by,omitzero"` // who requested the stop
}

// Gone says when nothing of the tree was left, and what that took.
type Gone struct {
	At     time.Time     `json:"at"`
	Took   time.Duration `json:"took"`   // from the stop request, or the command's own end
	Left   int           `json:"left"`   // processes that the command left behind
	Killed int           `json:"killed"` // processes that had to be killed after the timeout
	// Denied are processes that are left because they belong to other users.
	Denied []process.Denied `json:"denied,omitempty"`
}

// Progress orders records of one run by what they know.
func (r Record) Progress() (n int) {
	for _, known := range []bool{r.Holder.PID != 0, r.Ready != nil, r.Stop != nil, r.End != nil, r.Gone != nil} {
		if known {
			n++
		}
	}
	return n
}

// Over reports whether the command has ended.
func (r Record) Over() bool { return r.End != nil }

// RecordFile returns the path of the record of the run in dir.
func RecordFile(dir string) string { return path.Join(dir, "run.json") }

// Load returns the record of the run in dir.
func Load(dir string) (r Record, err error) {
	data, err := os.ReadFile(RecordFile(dir))
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(data, &r); err != nil {
		return r, fmt.Errorf("cannot read %s: %w", RecordFile(dir), err)
	}
	r.Fill()
	return r, nil
}

// Fill gives a record that lacks its command an empty one, since readers name its program.
func (r *Record) Fill() {
	if len(r.Argv) == 0 {
		r.Argv = []string{""}
	}
}

// SaveFirst writes the record into a folder that nobody sees yet.
func (r Record) SaveFirst(dir string) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return os.WriteFile(RecordFile(dir), data, 0o600)
}

// Save writes the record; a final one survives the machine's death too.
func (r Record) Save(dir string) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if r.Gone == nil {
		return home.WriteFast(RecordFile(dir), data)
	}
	return home.Write(RecordFile(dir), data)
}
