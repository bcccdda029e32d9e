package supervisor

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/atomicfile"
	"devservers/app/home"
)

// pins are the servers that a person has pinned: neither the idle timeout nor an agent stops them. They outlive the
// manager.
type pins struct {
	store *atomicfile.Store[[]pin]
}

// pin is one pinned server.
type pin struct {
	Ref string    `json:"server"`
	By  app.Actor `json:"by"`
	At  time.Time `json:"at,omitzero"`
}

// UnmarshalJSON also accepts a bare name, the first format of the file.
func (p *pin) UnmarshalJSON(data []byte) error {
	if json.Unmarshal(data, &p.Ref) == nil {
		return nil
	}
	type plain pin
	return json.Unmarshal(data, (*plain)(p))
}

// openPins reads the pins. If the file is damaged, nothing is pinned.
func openPins(file string) *pins {
	return &pins{atomicfile.OpenStore[[]pin](file, atomicfile.Write)}
}

func (p *pins) has(ref app.Ref) bool {
	_, ok := p.by(ref)
	return ok
}

// by returns who pinned ref, and whether it is pinned.
func (p *pins) by(ref app.Ref) (app.Actor, bool) {
	list := p.store.Get()
	if at := indexOfPin(list, ref); at >= 0 {
		return list[at].By, true
	}
	return app.Actor{}, false
}

func indexOfPin(list []pin, ref app.Ref) int {
	return slices.IndexFunc(list, func(one pin) bool { return one.Ref == ref.String() })
}

// set pins or unpins ref and reports whether that changed anything.
func (p *pins) set(ref app.Ref, pinned bool, a app.Actor) (changed bool, err error) {
	err = p.store.Change(func(list *[]pin) error {
		at := indexOfPin(*list, ref)
		changed = pinned != (at >= 0)
		switch {
		case changed && pinned:
			*list = append(*list, pin{ref.String(), a, time.Now().UTC().Truncate(time.Second)})
		case changed:
			*list = slices.Delete(*list, at, at+1)
		}
		return nil
	})
	return changed && err == nil, err
}

// Pin pins a server, so that agents and the idle timeout leave it alone, or removes the pin.
func (s *Supervisor) Pin(ref app.Ref, pinned bool, a app.Actor) (app.Result, error) {
	_, m, err := s.server(ref)
	if err != nil {
		return app.Result{}, err
	}
	if a.Kind == app.ActorMCP {
		return app.Result{}, app.Failf(app.CodeNeedsHuman, "devservers pin and the page do it", "only a person pins and unpins")
	}
	changed, err := s.pins.set(m.ref, pinned, a)
	if err != nil {
		return app.Result{}, fmt.Errorf("cannot keep what is pinned: %w", err)
	}
	s.update(m.wake) // so that its idle timeout is checked again
	st, err := s.Status(m.ref)
	r := app.Result{Status: st, Changed: changed, Message: st.Name + " is not pinned any more"}
	if pinned {
		r.Message = st.Name + " is pinned: agents and the idle timeout leave it alone"
	}
	return r, err
}

// Pinned returns an error if an agent's request is for a server that a person has pinned.
func (s *Supervisor) Pinned(ref app.Ref, a app.Actor) error {
	by, pinned := s.pins.by(ref)
	if a.Kind != app.ActorMCP || !pinned {
		return nil
	}
	who := "a person"
	if by.Kind != "" {
		who = "a person (" + string(by.Kind) + ")"
	}
	return app.Failf(app.CodeNeedsHuman, "ask the person to do it, or to unpin it: devservers unpin "+ref.String(),
		"%s is pinned by %s who wants it left alone", ref, who)
}

func pinsFile(d home.Dirs) string { return filepath.Join(d.State, "pins.json") }
