package server

import (
	"encoding/json"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/base/home"
)

// Pins holds the pins. Its methods are safe for concurrent use.
type Pins struct {
	store *home.Store[[]pin]
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

// PinsFile is in the state directory.
const PinsFile = "pins.json"

// OpenPins reads the pins. If the file is damaged, nothing is pinned.
func OpenPins(file string) *Pins {
	return &Pins{home.OpenStore[[]pin](file, home.Write)}
}

// Warnings says that the pins of a damaged file are lost, until the next change.
func (b *Pins) Warnings() []string {
	if err := b.store.Problem(); err != nil {
		return []string{"nothing is pinned any more, so agents may act on all servers: " + err.Error()}
	}
	return nil
}

// Has reports whether ref is pinned.
func (b *Pins) Has(ref app.Ref) bool {
	_, pinned := b.by(ref)
	return pinned
}

// by returns who pinned ref, and whether it is pinned.
func (b *Pins) by(ref app.Ref) (app.Actor, bool) {
	list := b.store.Get()
	if at := index(list, ref); at >= 0 {
		return list[at].By, true
	}
	return app.Actor{}, false
}

func index(list []pin, ref app.Ref) int {
	if len(list) == 0 {
		return -1
	}
	name := ref.String()
	return slices.IndexFunc(list, func(one pin) bool { return one.Ref == name })
}

// Set pins or unpins ref and reports whether that changed anything.
func (b *Pins) Set(ref app.Ref, pinned bool, a app.Actor) (changed bool, err error) {
	err = b.store.Change(func(list *[]pin) error {
		at := index(*list, ref)
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

// Allow returns an error if an agent's request is for a server that a person has pinned.
func (b *Pins) Allow(ref app.Ref, a app.Actor) error {
	by, pinned := b.by(ref)
	if !a.IsAgent() || !pinned {
		return nil
	}
	who := "a person"
	if by.Kind != "" {
		who = "a person (" + string(by.Kind) + ")"
	}
	return app.FailAbout(app.CodeNeedsHuman, "ask the person to do it, or to unpin it: devservers unpin "+ref.String(),
		ref.String(), "is pinned by %s who wants it left alone", who)
}

// Lets returns an error if an agent's request would end a server that a person has pinned, or one that such a server
// needs. p is the project of s.
func (b *Pins) Lets(a app.Actor, s *Server, p WantedProject) error {
	if !a.IsAgent() {
		return nil
	}
	seen := map[string]bool{}
	for names := []string{s.Ref.Name}; len(names) > 0; names = names[1:] {
		ref := app.Ref{Project: s.Ref.Project, Name: names[0]}
		if seen[ref.Name] {
			continue
		}
		seen[ref.Name] = true
		if err := b.Allow(ref, a); err != nil && ref != s.Ref {
			return app.FailAbout(app.CodeNeedsHuman, "ask the person to do it, or to unpin it: devservers unpin "+ref.String(),
				s.Ref.String(), "is needed by %s, which a person has pinned", ref)
		} else if err != nil {
			return err
		}
		if user := p.Find(ref.Name); user != nil {
			names = append(names, user.UsedBy(p)...)
		}
	}
	return nil
}
