package app

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"devservers/app/atomicfile"
)

// pins are the servers that a person wants to be left alone: no idle stop, and no agent, ends them. They outlive the
// manager. All methods may be called at once.
type pins struct {
	file string

	mu   sync.Mutex
	list []pin
}

// pin is one pinned server.
type pin struct {
	Ref string    `json:"server"`
	By  Actor     `json:"by"`
	At  time.Time `json:"at,omitzero"`
}

// UnmarshalJSON takes a bare name too, which is all that was kept at first.
func (p *pin) UnmarshalJSON(data []byte) error {
	if json.Unmarshal(data, &p.Ref) == nil {
		return nil
	}
	type plain pin
	return json.Unmarshal(data, (*plain)(p))
}

// openPins reads the pins. A file that cannot be read is no reason not to start: then nothing is pinned.
func openPins(file string) *pins {
	p := &pins{file: file}
	if data, err := os.ReadFile(file); err == nil {
		_ = json.Unmarshal(data, &p.list)
	}
	return p
}

func (p *pins) has(ref Ref) bool {
	_, ok := p.by(ref)
	return ok
}

// by tells who pinned ref, and whether anybody did.
func (p *pins) by(ref Ref) (Actor, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if at := p.index(ref); at >= 0 {
		return p.list[at].By, true
	}
	return Actor{}, false
}

// index is where ref stands in the list, or -1; mu is held.
func (p *pins) index(ref Ref) int {
	return slices.IndexFunc(p.list, func(one pin) bool { return one.Ref == ref.String() })
}

// set pins or unpins, and tells whether that changed anything.
func (p *pins) set(ref Ref, pinned bool, a Actor) (changed bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	at := p.index(ref)
	if pinned == (at >= 0) {
		return false, nil
	}
	next := slices.Clone(p.list)
	if pinned {
		next = append(next, pin{ref.String(), a, time.Now().UTC().Truncate(time.Second)})
	} else {
		next = slices.Delete(next, at, at+1)
	}
	data, err := json.Marshal(next)
	if err == nil {
		err = atomicfile.Write(p.file, append(data, '\n'))
	}
	if err == nil {
		p.list = next
	}
	return err == nil, err
}

// Pin asks that agents and the idle timeout leave a server alone, or takes that back.
func (s *Supervisor) Pin(ref Ref, pinned bool, a Actor) (Result, error) {
	_, m, err := s.server(ref)
	if err != nil {
		return Result{}, err
	}
	if a.Kind == "mcp" {
		return Result{}, failf(CodeNeedsHuman, "devservers pin and the page do it", "only a person pins and unpins")
	}
	changed, err := s.pins.set(m.ref, pinned, a)
	if err != nil {
		return Result{}, fmt.Errorf("cannot keep what is pinned: %w", err)
	}
	s.update(m.wake) // so that its idle timeout is looked at again
	st, err := s.Status(m.ref)
	r := Result{Status: st, Changed: changed, Message: st.Name + " is not pinned any more"}
	if pinned {
		r.Message = st.Name + " is pinned: agents and the idle timeout leave it alone"
	}
	return r, err
}

// pinned refuses what an agent asks for a server that a person has pinned.
func (s *Supervisor) pinned(ref Ref, a Actor) error {
	by, pinned := s.pins.by(ref)
	if a.Kind != "mcp" || !pinned {
		return nil
	}
	who := "a person"
	if by.Kind != "" {
		who = "a person (" + by.Kind + ")"
	}
	return failf(CodeNeedsHuman, "ask the person to do it, or to unpin it: devservers unpin "+ref.String(),
		"%s is pinned by %s who wants it left alone", ref, who)
}

func pinsFile(d Dirs) string { return filepath.Join(d.State, "pins.json") }
