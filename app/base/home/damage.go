package home

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// damages are the files that this process could not use, and why.
var damages struct {
	mu   sync.Mutex
	list []Damage
}

// Damage is a file whose content is lost to this process.
type Damage struct {
	File string
	Err  error
}

// String says what is lost, in one line.
func (d Damage) String() string {
	why := d.Err.Error()
	if !strings.Contains(why, d.File) {
		why = d.File + ": " + why
	}
	return fmt.Sprintf("what %s held is lost: %s", filepath.Base(d.File), why)
}

// NoteDamage remembers that a file can't be used, so that its owner's owner can tell people.
func NoteDamage(file string, err error) {
	damages.mu.Lock()
	defer damages.mu.Unlock()
	damages.list = slices.DeleteFunc(damages.list, func(d Damage) bool { return d.File == file })
	damages.list = append(damages.list, Damage{file, err})
}

// Damaged returns the files in a directory that this process could not use, by their names.
func Damaged(dir string) (list []Damage) {
	damages.mu.Lock()
	defer damages.mu.Unlock()
	for _, d := range damages.list {
		if strings.HasPrefix(d.File, dir+string(filepath.Separator)) {
			list = append(list, d)
		}
	}
	slices.SortFunc(list, func(a, b Damage) int { return strings.Compare(a.File, b.File) })
	return list
}
