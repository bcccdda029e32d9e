package copies

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// maxScript is the size in bytes up to which a file is searched for paths of the main checkout.
const maxScript = 1 << 20

// repairAll changes the virtual environments of Python in a copy: they name their own place, and that of packages
// installed for editing, by absolute paths. It returns which it has changed, and which can't work here.
func repairAll(to *os.Root, part, name, from, into string) (done []string) {
	_ = fs.WalkDir(to.FS(), part, func(at string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() && d.Name() != "pyvenv.cfg" {
			return nil
		}
		if d.IsDir() {
			if d.Name() == "node_modules" || strings.Count(strings.TrimPrefix(at, part), "/") > 2 {
				return fs.SkipDir
			}
			return nil
		}
		dir := path.Dir(at)
		shown := name + strings.TrimPrefix(dir, part)
		if gone := interpreter(to, dir); gone != "" {
			done = append(done, shown+" needs "+gone+", which is gone: a setup task has to make it again")
		} else if err := repair(to, dir, from, into); err != nil {
			done = append(done, shown+" may still name the main checkout: "+err.Error())
		} else {
			done = append(done, shown+" was changed to name this checkout")
		}
		return fs.SkipDir
	})
	return done
}

// interpreter returns the directory of the interpreter that a virtual environment names if it doesn't exist, and "".
func interpreter(to *os.Root, dir string) string {
	text, err := to.ReadFile(dir + "/pyvenv.cfg")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(line, "=")
		if strings.TrimSpace(key) != "home" {
			continue
		}
		home := strings.TrimSpace(value)
		if _, err := os.Stat(home); err != nil {
			return home
		}
	}
	return ""
}

// repair replaces the paths in the files that have them: scripts, the settings of the environment, and the lists of
// packages that are installed for editing.
func repair(to *os.Root, dir, from, into string) error {
	return fs.WalkDir(to.FS(), dir, func(at string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !namesPlaces(at) {
			return err
		}
		text, err := readSmall(to, at)
		if err != nil || text == nil {
			return err
		}
		changed := replacePath(text, from, into)
		if bytes.Equal(changed, text) {
			return nil
		}
		return rewrite(to, at, changed)
	})
}

// namesPlaces reports whether a file of a virtual environment may name its own place.
func namesPlaces(at string) bool {
	name := path.Base(at)
	return path.Base(path.Dir(at)) == "bin" || name == "pyvenv.cfg" || name == "direct_url.json" ||
		strings.HasSuffix(name, ".pth") || strings.HasSuffix(name, ".egg-link") ||
		strings.HasPrefix(name, "__editable__") && strings.HasSuffix(name, ".py")
}

// readSmall returns the content of a text file, or nil if it is large or no text.
func readSmall(to *os.Root, at string) ([]byte, error) {
	info, err := to.Stat(at)
	if err != nil || info.Size() > maxScript {
		return nil, err
	}
	text, err := to.ReadFile(at)
	if err != nil || bytes.IndexByte(text, 0) >= 0 {
		return nil, err
	}
	return text, nil
}

// replacePath replaces a directory where it is a whole one: /shop, not /shop2.
func replacePath(text []byte, from, into string) []byte {
	var out []byte
	for {
		i := bytes.Index(text, []byte(from))
		if i < 0 {
			return append(out, text...)
		}
		end := i + len(from)
		out = append(out, text[:i]...)
		if end == len(text) || !partOfName(text[end]) {
			out = append(out, into...)
		} else {
			out = append(out, from...)
		}
		text = text[end:]
	}
}

func partOfName(c byte) bool {
	return c == '_' || c == '-' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// rewrite gives a file other content, the same mode and the same time.
func rewrite(to *os.Root, at string, text []byte) error {
	info, err := to.Stat(at)
	if err != nil {
		return err
	}
	temp := filepath.Dir(at) + "/.devservers-" + path.Base(at)
	if err := to.WriteFile(temp, text, info.Mode().Perm()); err != nil {
		return err
	}
	return errors.Join(to.Chmod(temp, info.Mode().Perm()), to.Chtimes(temp, info.ModTime(), info.ModTime()),
		to.Rename(temp, at))
}
