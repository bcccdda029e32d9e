package settings

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"devservers/app/base/home"
	"devservers/app/config/yml"
)

// maxOverlayFile is the largest overlay of a project, in bytes.
const maxOverlayFile = 1 << 20

// Overlay holds the patches of all projects, each in a file of the state directory. Values may be secrets: mask them
// before showing them. All methods can be called concurrently.
type Overlay struct {
	dir string

	mu    sync.Mutex
	files map[string]*home.Store[overlayFile] // by project
}

// overlayFile is the form of the file. Fields are added, never changed.
type overlayFile struct {
	version
	Project string  `json:"project"` // its id, for people who read the file
	Patches []Patch `json:"patches"` // in the order in which they are applied
}

// version is the first field of each file here, and the only one that a later program may find changed.
type version struct {
	Version int `json:"version"`
}

// Check refuses a file of a later version.
func (v *version) Check() error {
	if v.Version != 1 {
		return fmt.Errorf("it has version %d, not 1", v.Version)
	}
	return nil
}

// OpenOverlay returns the overlays stored in dir, which need not exist yet.
func OpenOverlay(dir string) *Overlay {
	o := &Overlay{dir: filepath.Join(dir, "overlay"), files: map[string]*home.Store[overlayFile]{}}
	home.RemoveLeftovers(o.dir)
	return o
}

// Patches returns a project's patches in the order in which they are applied. The error means that its file is damaged.
func (o *Overlay) Patches(project string) ([]Patch, error) {
	f := o.of(project)
	return f.Get().Patches, f.Problem()
}

// of returns a project's file, which is read when it is first needed.
func (o *Overlay) of(project string) *home.Store[overlayFile] {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.files[project] == nil {
		o.files[project] = home.OpenStore[overlayFile](o.file(project), home.Write)
	}
	return o.files[project]
}

// Add adds patches to a project's, all of them or none. A patch replaces the last one of its field if both are by
// the same actor, so that undoing it restores the value before both.
func (o *Overlay) Add(project string, add []Patch) ([]Patch, error) {
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

// lastOf returns the index of the last patch of p's field, or -1.
func lastOf(list []Patch, p Patch) int {
	for i, q := range slices.Backward(list) {
		if q.Server == p.Server && q.Field == p.Field {
			return i
		}
	}
	return -1
}

// Remove undoes the patches of a project for which drop is true and returns the others.
func (o *Overlay) Remove(project string, drop func(Patch) bool) ([]Patch, error) {
	return o.change(project, func(list []Patch) []Patch { return without(list, drop) })
}

// without drops patches. A patch that follows a dropped one of its field gets that one's old value.
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

// change saves a project's patches as edit returns them. Without patches the file is removed.
func (o *Overlay) change(project string, edit func([]Patch) []Patch) (list []Patch, err error) {
	if err := home.PrivateDir(o.dir); err != nil {
		return nil, err
	}
	err = o.of(project).Change(func(f *overlayFile) error {
		list = edit(f.Patches)
		if len(list) == 0 {
			*f = overlayFile{}
			return nil
		}
		*f = overlayFile{version{1}, project, list}
		return f.checkSize()
	})
	return list, err
}

func (f *overlayFile) checkSize() error {
	if len(f.Patches) > maxPatches {
		return refuse(fmt.Sprintf("a project can have at most %d changes", maxPatches),
			"undo some, or write them into devservers.yml")
	}
	b, err := json.MarshalIndent(f, "", "  ")
	if err == nil && len(b) > maxOverlayFile {
		return refuse("the changes of this project are larger than 1 MiB", "undo some, or put large values into a file")
	}
	return err
}

// file returns the path of a project's patches. The hash keeps ids apart on a file system that ignores case.
func (o *Overlay) file(project string) string {
	sum := sha256.Sum256([]byte(project))
	return filepath.Join(o.dir, yml.Suggest(project)+"-"+hex.EncodeToString(sum[:4])+".json")
}
