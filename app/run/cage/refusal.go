package cage

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// Refused is something that the cage of a run has refused, as its holder saw it.
type Refused struct {
	At   time.Time `json:"at"`
	What string    `json:"what"` // Connect, Bind or Lookup
	To   string    `json:"to"`   // an address with its port, or a host name
}

// The kinds of refusals.
const (
	Connect = "connect"
	Bind    = "bind"
	Lookup  = "lookup"
)

// refusalsFile is in the folder of a run. It has a line of JSON for each thing that was refused, once.
const refusalsFile = "refused.jsonl"

// mostRefusals bounds the file: a program can try every port.
const mostRefusals = 50

// RefusedIn returns what the cage of the run in a folder has refused, the oldest first.
func RefusedIn(folder string) (list []Refused) {
	f, err := os.Open(filepath.Join(folder, refusalsFile))
	if err != nil {
		return nil
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan() && len(list) < mostRefusals; {
		var r Refused
		if json.Unmarshal(lines.Bytes(), &r) == nil {
			list = append(list, r)
		}
	}
	return list
}

// refusals writes the file.
type refusals struct {
	folder string
	mu     sync.Mutex
	known  []Refused
}

func (l *refusals) add(what, to string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	same := func(r Refused) bool { return r.What == what && r.To == to }
	if len(l.known) >= mostRefusals || slices.ContainsFunc(l.known, same) {
		return
	}
	r := Refused{time.Now(), what, to}
	l.known = append(l.known, r)
	line, err := json.Marshal(r)
	if err != nil {
		return
	}
	f, err := os.OpenFile(filepath.Join(l.folder, refusalsFile), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err == nil { // a full disk costs the explanation alone
		_, _ = f.Write(append(line, '\n'))
		_ = f.Close()
	}
}
