package evidence

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/home"
)

const (
	mostPictures = 40
	mostBytes    = 8 << 20 // of one picture
)

// keepPicture writes a picture, readable by its owner only, and returns its path; "" = it could not be kept. The oldest
// ones are removed.
func (b *Browser) keepPicture(ref app.Ref, at time.Time, png []byte) string {
	dir := b.Pictures()
	if len(png) > mostBytes || os.MkdirAll(dir, 0o700) != nil {
		return ""
	}
	name := at.UTC().Format("20060102-150405.000") + "-" + safe(ref.Project) + "-" + safe(ref.Name) + ".png"
	file := filepath.Join(dir, name)
	if home.WriteFast(file, png) != nil {
		return ""
	}
	tidy(dir)
	return file
}

// tidy removes the oldest pictures. Names begin with their time.
func tidy(dir string) {
	files, err := filepath.Glob(filepath.Join(dir, "*.png"))
	if err != nil {
		return
	}
	slices.Sort(files)
	for _, old := range files[:max(0, len(files)-mostPictures)] {
		_ = os.Remove(old)
	}
	home.RemoveLeftovers(dir)
}

// safe returns a name as a part of a file's name.
func safe(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '/' || r == os.PathSeparator || r < ' ' {
			return '_'
		}
		return r
	}, name)
}
