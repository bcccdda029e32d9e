//go:build chaos

package chaos

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
)

// maze is the project that the callers share. Its file has generations: each has another number in the environment of
// the servers, and only the ones that were trusted may ever run.
type maze struct {
	w       *world
	name    string
	servers string // the file's servers and tasks; FC is the program, %d the generation
	mu      sync.Mutex
	text    string // of the file now
	number  int    // of the newest generation
	trusted map[int]bool
	edited  bool // since the last check
}

const mazeFile = `project: maze
servers:
  ack: {command: FC only ../notes/ack ack ../acked/ack 2ms, ready: {log: ack}, ENV, stop: {timeout: 200ms}}
  pipe: {command: FC only ../notes/pipe ack ../acked/pipe 2ms, pty: false, ready: {log: ack}, ENV, stop: {timeout: 200ms}}
  tree: {command: FC only ../notes/tree tree 3 setsid, ready: {log: grown}, ENV}
  deaf: {command: FC only ../notes/deaf ignore, ready: {log: deaf}, ENV, stop: {timeout: 200ms}}
  slow: {command: FC only ../notes/slow slowstop 300ms, ready: {log: started}, ENV}
  web: {command: "FC only ../notes/web listen 127.0.0.1:$PORT", port: auto, ENV}
  dep: {command: FC only ../notes/dep say here, ready: {log: here}, depends_on: {web: ready}, before_start: FC say-once, ENV}
  flaky: {command: FC only ../notes/flaky crash 3 boom, restart: on-failure, ENV}
  last: {command: FC only ../notes/last slowstop 300ms, ready: {log: started}, ENV}
  alone: {command: FC only ../notes/alone exitonterm 7, ready: {log: waits}, ENV}
  flood: {command: FC only ../notes/flood flood 3000000, ready: {log: xxx}, ENV}
tasks:
  job: {command: FC only ../notes/job lines 50, ENV}
  storm: {command: FC only ../notes/storm leave 12 double, ENV}
`

// steady are the servers that never end on their own, and that no other server starts.
var steady = []string{"ack", "pipe", "tree", "deaf", "slow"}

// reserved are the servers that only one fault uses, so that it is known what becomes of them.
var reserved = []string{"last", "alone"}

// everything is what the callers use.
var everything = []string{"ack", "pipe", "tree", "deaf", "slow", "web", "dep", "flaky", "flood"}

var tasks = []string{"job", "storm"}

func (w *world) newMaze(name, servers string) *maze {
	m := &maze{w: w, name: name, servers: servers, trusted: map[int]bool{}}
	for _, dir := range []string{"notes", "acked", name} {
		if err := os.MkdirAll(w.dir+"/"+dir, 0o700); err != nil {
			w.t.Fatal(err)
		}
	}
	if err := os.Link(w.fc, w.dir+"/"+name+"/devfc"); err != nil {
		w.t.Fatal(err)
	}
	m.rewrite()
	w.register(name)
	m.trust()
	return m
}

// rewrite makes the next generation of the file. It is not trusted.
func (m *maze) rewrite() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.edited = true
	m.number++
	m.text = strings.NewReplacer("FC say-once", "./devfc fc lines 1", "FC", "./devfc fc", "ENV",
		fmt.Sprintf(`env: {GENERATION: "%d"}`, m.number)).Replace(m.servers)
	m.w.write(m.name+"/devservers.yml", m.text)
}

// spoil makes the file one that can't be read.
func (m *maze) spoil() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.edited = true
	m.text = "project: " + m.name + "\nservers:\n  ack: {command: [\n"
	m.w.write(m.name+"/devservers.yml", m.text)
}

// trust is what a person does who has looked at the file.
func (m *maze) trust() {
	m.mu.Lock()
	defer m.mu.Unlock()
	var p struct{ SHA256 string }
	if a := m.w.get("/api/projects/"+m.name+"/review", &p); !a.ok() {
		return
	}
	if !m.trusted[m.number] {
		m.ranBefore()
	}
	m.trusted[m.number] = true
	m.w.post("/api/projects/"+m.name+"/trust", map[string]string{"sha256": p.SHA256}, nil)
}

// ranBefore is V10: nothing of the newest generation has run, because nobody has trusted it yet.
func (m *maze) ranBefore() {
	for _, name := range append(slices.Concat(everything, reserved), tasks...) {
		if data, _ := os.ReadFile(m.w.dir + "/notes/" + name); strings.Contains(string(data),
			fmt.Sprintf(" g%d ", m.number)) {
			m.w.violate("V10", "%s ran generation %d of the file before it was trusted", name, m.number)
		}
	}
}

// sound makes the file one that is right and trusted.
func (m *maze) sound() {
	m.mu.Lock()
	spoiled := strings.Contains(m.text, "command: [")
	m.mu.Unlock()
	if spoiled {
		m.rewrite()
	}
	m.trust()
}

// unchanged checks V8: nothing but us writes the file.
func (m *maze) unchanged() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if data, err := os.ReadFile(m.w.dir + "/" + m.name + "/devservers.yml"); err != nil || string(data) != m.text {
		m.w.violate("V8", "devservers.yml was changed: %v\n%s", err, data)
	}
	m.edited = false
}

// editedSince reports whether the file was edited since the last check.
func (m *maze) editedSince() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.edited
}

func (m *maze) isTrusted(generation int) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.trusted[generation]
}

// register registers a project of the world.
func (w *world) register(name string) answer {
	return w.post("/api/projects", map[string]string{"path": w.dir + "/" + name}, nil)
}
