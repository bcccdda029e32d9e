package config

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"devservers/app/atomicfile"
)

// maxOverlayFile bounds the overlay of a project, in bytes.
const maxOverlayFile = 1 << 20

// Overlays are the patches of all projects: for each a file of the state directory, 0600, saved whole. Their values
// may be secrets: what shows them masks them. Methods may be called at once; one manager at a time writes.
type Overlays struct {
	dir string
	mu  sync.Mutex // one change at a time
}

// overlayFile is the file's form. Fields are added, never changed.
type overlayFile struct {
	Version int     `json:"version"`
	Project string  `json:"project"` // its id, for who reads the file
	Patches []Patch `json:"patches"` // in the order in which they are applied
}

// OpenOverlays returns the overlays kept in dir, which need not exist yet.
func OpenOverlays(dir string) *Overlays {
	o := &Overlays{dir: filepath.Join(dir, "overlay")}
	atomicfile.RemoveLeftovers(o.dir)
	return o
}

// Patches gives a project's patches in the order in which they are applied; none is no error.
func (o *Overlays) Patches(project string) ([]Patch, error) {
	b, err := readOurs(o.file(project), maxOverlayFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var f overlayFile
	if err := json.Unmarshal(b, &f); err != nil || f.Version != 1 {
		return nil, fmt.Errorf("cannot read %s: it is damaged", shownPath(o.file(project)))
	}
	return f.Patches, nil
}

// Add puts patches on top of those that a project has, all of them or none. A patch of somebody who has patched the
// same field last takes the place of that one: undoing it gives back what was before both.
func (o *Overlays) Add(project string, add []Patch) ([]Patch, error) {
	for _, p := range add {
		if err := CheckPatch(p); err != nil {
			return nil, err
		}
	}
	return o.change(project, func(list []Patch) []Patch {
		for _, p := range add {
			if i := lastOf(list, p); i >= 0 && list[i].By == p.By {
				p.Old = list[i].Old
				list = slices.Delete(list, i, i+1)
			}
			list = append(list, p)
		}
		return list
	})
}

// lastOf is where the field of p was patched last, or -1.
func lastOf(list []Patch, p Patch) int {
	for i, q := range slices.Backward(list) {
		if q.Server == p.Server && q.Field == p.Field {
			return i
		}
	}
	return -1
}

// Remove takes back the patches of a project that drop says, and gives those that are left.
func (o *Overlays) Remove(project string, drop func(Patch) bool) ([]Patch, error) {
	return o.change(project, func(list []Patch) []Patch { return without(list, drop) })
}

// without drops patches; one that stood on a dropped one then stands on what that one stood on.
func without(list []Patch, drop func(Patch) bool) (kept []Patch) {
	type field struct{ server, name string }
	below := map[field]Patch{}
	for _, p := range list {
		at := field{p.Server, p.Field}
		first, dropped := below[at]
		if drop(p) {
			if !dropped {
				below[at] = p
			}
			continue
		}
		if dropped {
			p.Old = first.Old
			delete(below, at)
		}
		kept = append(kept, p)
	}
	return kept
}

// change saves what edit makes of a project's patches. A file that cannot be read is put aside first.
func (o *Overlays) change(project string, edit func([]Patch) []Patch) ([]Patch, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	list, err := o.Patches(project)
	if err != nil {
		if err := os.Rename(o.file(project), o.file(project)+".damaged"); err != nil {
			return nil, fmt.Errorf("cannot put the damaged overlay of %s aside: %w", project, err)
		}
	}
	list = edit(list)
	if len(list) > MaxPatches {
		return nil, &PatchError{fmt.Sprintf("more than %d changes in one project", MaxPatches), "take some back, or write them into devservers.yml"}
	}
	return list, o.save(project, list)
}

func (o *Overlays) save(project string, list []Patch) error {
	if len(list) == 0 {
		if err := os.Remove(o.file(project)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("cannot remove the overlay of %s: %w", project, err)
		}
		return nil
	}
	if err := privateDir(o.dir); err != nil {
		return err
	}
	b, err := json.MarshalIndent(overlayFile{1, project, list}, "", "  ")
	if err != nil {
		return fmt.Errorf("cannot encode the overlay of %s: %w", project, err)
	}
	if len(b) > maxOverlayFile {
		return &PatchError{"the changes of this project are larger than 1 MiB", "take some back, or keep large values in a file"}
	}
	return atomicfile.Write(o.file(project), append(b, '\n'))
}

// file is where a project's patches are. Ids are told apart by their hash where a file system ignores case.
func (o *Overlays) file(project string) string {
	sum := sha256.Sum256([]byte(project))
	return filepath.Join(o.dir, suggestName(project)+"-"+hex.EncodeToString(sum[:4])+".json")
}
