package sources

import (
	"encoding/binary"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// Opens notes which files below a directory are opened, by any process: while servers start, that is what they load.
type Opens struct {
	reads sync.WaitGroup
	file  *os.File
	from  time.Time // since when all of them are seen

	mu   sync.Mutex
	dirs map[int32]string
	seen map[string][]time.Time // when each file was opened, the first maxOpens times
}

const (
	maxOpens  = 20
	maxOpened = 20_000 // files
	eventSize = 16     // of a struct inotify_event without its name
)

// NoteOpens begins to note. nil: the system doesn't tell. The caller closes it.
func NoteOpens(root string) *Opens {
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		return nil
	}
	o := &Opens{file: os.NewFile(uintptr(fd), "inotify"), dirs: map[int32]string{}, seen: map[string][]time.Time{}}
	whole := o.addAll(fd, root)
	o.reads.Go(o.read)
	if o.from = time.Now(); !whole {
		_ = o.file.Close()
		return nil
	}
	return o
}

// addAll watches root and the directories of sources below it. It reports whether it could watch all of them.
func (o *Opens) addAll(fd int, root string) (whole bool) {
	t, whole := &tree{root: root}, true
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || !d.IsDir():
			return nil
		case path != root && d.Name() != "__pycache__" && skips(t.relative(path)):
			return fs.SkipDir
		}
		wd, err := unix.InotifyAddWatch(fd, path, unix.IN_OPEN|unix.IN_EXCL_UNLINK)
		whole = whole && err == nil && len(o.dirs) < maxDirs
		o.mu.Lock()
		o.dirs[int32(wd)] = path
		o.mu.Unlock()
		if !whole {
			return fs.SkipAll
		}
		return nil
	})
	return whole
}

func (o *Opens) read() {
	buf := make([]byte, 32<<10)
	for {
		n, err := o.file.Read(buf)
		if err != nil {
			return
		}
		o.take(buf[:n], time.Now())
	}
}

// take notes the files of some events: inotify(7).
func (o *Opens) take(b []byte, now time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(b) >= eventSize {
		wd, mask := int32(binary.NativeEndian.Uint32(b)), binary.NativeEndian.Uint32(b[4:])
		end := min(len(b), eventSize+int(binary.NativeEndian.Uint32(b[12:])))
		name := strings.TrimRight(string(b[eventSize:end]), "\x00")
		b = b[end:]
		file := source(filepath.Join(o.dirs[wd], name))
		if times := o.seen[file]; name != "" && mask&unix.IN_ISDIR == 0 && len(times) < maxOpens && len(o.seen) < maxOpened {
			o.seen[file] = append(times, now)
		}
	}
}

// source returns the file of which Python keeps a compiled one, or the file itself.
func source(file string) string {
	dir, name := filepath.Split(file)
	if filepath.Base(dir) != "__pycache__" || !strings.HasSuffix(name, ".pyc") {
		return file
	}
	module, _, _ := strings.Cut(name, ".")
	return filepath.Join(filepath.Dir(filepath.Clean(dir)), module+".py")
}

// Since returns when files were opened since a moment; whole: it saw all of that time. The lists are not changed.
func (o *Opens) Since(from time.Time) (files map[string][]time.Time, whole bool) {
	if o == nil {
		return nil, false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	files = map[string][]time.Time{}
	for file, times := range o.seen {
		if i := slices.IndexFunc(times, from.Before); i >= 0 {
			files[file] = times[i:len(times):len(times)]
		}
	}
	return files, !o.from.After(from) && len(o.seen) < maxOpened
}

// Close ends it.
func (o *Opens) Close() {
	if o != nil {
		_ = o.file.Close()
		o.reads.Wait()
	}
}
