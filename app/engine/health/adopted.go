package health

import (
	"slices"

	"devservers/app"
	"devservers/app/base/home"
)

// Adopted holds the servers that are followed although something else serves their port.
type Adopted struct{ store *home.Store[[]string] }

// OpenAdopted reads them. If the file is damaged, there are none.
func OpenAdopted(file string) *Adopted {
	return &Adopted{home.OpenStore[[]string](file, home.Write)}
}

// Has reports whether ref is followed.
func (a *Adopted) Has(ref app.Ref) bool { return slices.Contains(a.store.Get(), ref.String()) }

// Set begins or ends to follow ref.
func (a *Adopted) Set(ref app.Ref, follow bool) error {
	if a.Has(ref) == follow {
		return nil
	}
	return a.store.Change(func(list *[]string) error {
		*list = slices.DeleteFunc(*list, func(name string) bool { return name == ref.String() })
		if follow {
			*list = append(*list, ref.String())
		}
		return nil
	})
}
