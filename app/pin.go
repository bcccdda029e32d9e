package app

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"devservers/app/atomicfile"
)

// pins are the servers that a person wants to be left alone: no idle stop, and no agent, ends them. They outlive the
// manager. All methods may be called at once.
type pins struct {
	file string

	mu   sync.Mutex
	refs []string
}

// openPins reads the pins. A file that cannot be read is no reason not to start: then nothing is pinned.
func openPins(file string) *pins {
	p := &pins{file: file}
	if data, err := os.ReadFile(file); err == nil {
		_ = json.Unmarshal(data, &p.refs)
	}
	return p
}

func (p *pins) has(ref Ref) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Contains(p.refs, ref.String())
}

// set pins or unpins, and tells whether that changed anything.
func (p *pins) set(ref Ref, pinned bool) (changed bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	at := slices.Index(p.refs, ref.String())
	if pinned == (at >= 0) {
		return false, nil
	}
	next := slices.Clone(p.refs)
	if pinned {
		next = append(next, ref.String())
	} else {
		next = slices.Delete(next, at, at+1)
	}
	data, err := json.Marshal(next)
	if err == nil {
		err = atomicfile.Write(p.file, append(data, '\n'))
	}
	if err == nil {
		p.refs = next
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
	changed, err := s.pins.set(m.ref, pinned)
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
	if a.Kind != "mcp" || !s.pins.has(ref) {
		return nil
	}
	return failf(CodeNeedsHuman, "ask the person to do it, or to unpin it: devservers unpin "+ref.String(),
		"%s is pinned: a person wants it left alone", ref)
}

func pinsFile(d Dirs) string { return filepath.Join(d.State, "pins.json") }
