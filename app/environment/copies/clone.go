package copies

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
)

// Copy is a copy of one path.
type Copy struct {
	From, To string            // the project in both checkouts
	Path     string            // in the project; a file or a directory
	Progress func(bytes int64) // called with the bytes so far, from several goroutines; nil = nobody looks
}

// CopyResult is what was copied.
type CopyResult struct {
	Bytes, Shared int64 // Shared are those that both files refer to
	Files         int
	Skipped       []string // sockets, pipes, devices, PID files and links that leave the project, in words
	Repaired      []string // virtual environments whose paths were changed, and what is wrong with others
	Missing       bool     // there is nothing to copy
	There         bool     // the destination exists already
}

// partSuffix ends the name of an unfinished copy.
const partSuffix = ".devservers-part"

// workers is how many directories are copied at the same time.
const workers = 4

// copier is one copy under way.
type copier struct {
	Copy
	ctx           context.Context
	bytes, shared atomic.Int64
	files         atomic.Int64
	slots         chan struct{}
	noClone       atomic.Bool // the file system can't

	mu      sync.Mutex
	skipped []string
	left    int // more that were skipped
	err     error
}

// Run makes the copy. What an earlier, killed one left is removed first.
func Run(ctx context.Context, r Copy) (CopyResult, error) {
	from, err := os.OpenRoot(r.From)
	if err != nil {
		return CopyResult{}, err
	}
	defer from.Close()
	to, err := os.OpenRoot(r.To)
	if err != nil {
		return CopyResult{}, err
	}
	defer to.Close()
	info, err := from.Lstat(r.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return CopyResult{Missing: true}, nil
	}
	if err != nil {
		return CopyResult{}, err
	}
	if _, err := to.Lstat(r.Path); err == nil {
		return CopyResult{There: true}, nil
	}
	c := &copier{Copy: r, ctx: ctx, slots: make(chan struct{}, workers)}
	return c.place(from, to, info)
}

// place copies under another name, and gives the copy its own one when it is whole.
func (c *copier) place(from, to *os.Root, info fs.FileInfo) (CopyResult, error) {
	part := c.Path + partSuffix
	if err := errors.Join(to.RemoveAll(part), to.MkdirAll(filepath.Dir(c.Path), 0o755)); err != nil {
		return CopyResult{}, err
	}
	c.entry(from, to, c.Path, part, info)
	if err := errors.Join(c.err, c.ctx.Err()); err != nil {
		return CopyResult{}, errors.Join(err, to.RemoveAll(part))
	}
	r := CopyResult{Bytes: c.bytes.Load(), Shared: c.shared.Load(), Files: int(c.files.Load()), Skipped: c.skipped}
	if c.left > 0 {
		r.Skipped = append(r.Skipped, fmt.Sprintf("%d more", c.left))
	}
	if _, err := to.Lstat(part); err != nil { // it was skipped itself
		return r, nil
	}
	r.Repaired = repairAll(to, part, c.Path, c.From, c.To)
	return r, to.Rename(part, c.Path)
}

// entry copies one entry of a directory.
func (c *copier) entry(from, to *os.Root, name, as string, info fs.FileInfo) {
	if c.ctx.Err() != nil {
		return
	}
	switch mode := info.Mode(); {
	case mode.IsDir():
		c.directory(from, to, name, as, info)
	case mode&fs.ModeSymlink != 0:
		c.link(from, to, name, as)
	case !mode.IsRegular():
		c.skip("%s is a socket, pipe or device", from, name)
	case strings.HasSuffix(name, ".pid") && info.Size() < 100:
		c.skip("%s is a PID file", from, name)
	default:
		c.fail(c.file(from, to, name, as, info))
	}
}

// directory copies a directory and what is in it.
func (c *copier) directory(from, to *os.Root, name, as string, info fs.FileInfo) {
	in, out, err := c.open(from, to, name, as)
	if err != nil {
		c.fail(err)
		return
	}
	defer in.Close()
	defer out.Close()
	list, err := fs.ReadDir(in.FS(), ".")
	c.fail(err)
	var below sync.WaitGroup
	for _, e := range list {
		if info, err := in.Lstat(e.Name()); err == nil {
			c.below(&below, in, out, e.Name(), info)
		}
	}
	below.Wait()
	c.fail(errors.Join(out.Chmod(".", info.Mode().Perm()|0o700), to.Chtimes(as, info.ModTime(), info.ModTime())))
}

// below copies an entry of a directory, whose roots stay open until open is done; directories beside this goroutine if
// there is room for another one.
func (c *copier) below(open *sync.WaitGroup, in, out *os.Root, name string, info fs.FileInfo) {
	if !info.IsDir() || c.ctx.Err() != nil {
		c.entry(in, out, name, name, info)
		return
	}
	select {
	case c.slots <- struct{}{}:
		open.Add(1)
		go func() {
			defer open.Done()
			c.directory(in, out, name, name, info)
			<-c.slots
		}()
	default:
		c.directory(in, out, name, name, info)
	}
}

func (c *copier) open(from, to *os.Root, name, as string) (in, out *os.Root, err error) {
	if err = to.Mkdir(as, 0o700); err != nil {
		return nil, nil, err
	}
	if in, err = from.OpenRoot(name); err != nil {
		return nil, nil, err
	}
	if out, err = to.OpenRoot(as); err != nil {
		return nil, nil, errors.Join(err, in.Close())
	}
	return in, out, nil
}

// link copies a symbolic link. One into the main checkout leads into this one; one of a relative path that leaves the
// project would mean something else here.
func (c *copier) link(from, to *os.Root, name, as string) {
	target, err := from.Readlink(name)
	if err != nil {
		c.fail(err)
		return
	}
	if rest, ok := strings.CutPrefix(target, c.From+"/"); ok {
		target = filepath.Join(c.To, rest)
	} else if !filepath.IsAbs(target) && !c.inside(filepath.Join(from.Name(), filepath.Dir(name), target)) {
		c.skip("%s is a link that leaves the project", from, name)
		return
	}
	c.fail(to.Symlink(target, as))
	c.files.Add(1)
}

// inside reports whether a path is in the project of the main checkout.
func (c *copier) inside(path string) bool {
	rel, err := filepath.Rel(c.From, path)
	return err == nil && filepath.IsLocal(rel)
}

func (c *copier) file(from, to *os.Root, name, as string, info fs.FileInfo) error {
	src, err := from.Open(name)
	if err != nil {
		return err
	}
	defer src.Close()
	dst, err := to.OpenFile(as, os.O_CREATE|os.O_EXCL|os.O_WRONLY, info.Mode().Perm()|0o600)
	if err != nil {
		return err
	}
	n, shared, err := c.content(dst, src, info.Size())
	if err = errors.Join(err, dst.Close()); err != nil {
		return err
	}
	if shared {
		c.shared.Add(n)
	}
	c.files.Add(1)
	if total := c.bytes.Add(n); c.Progress != nil {
		c.Progress(total)
	}
	return to.Chtimes(as, info.ModTime(), info.ModTime())
}

// content makes dst the same as src: by reference, or by copying.
func (c *copier) content(dst, src *os.File, size int64) (n int64, shared bool, err error) {
	if size > 0 && !c.noClone.Load() {
		if err = reflink(dst, src); err == nil {
			return size, true, nil
		}
		c.noClone.Store(true)
	}
	n, err = dst.ReadFrom(src)
	return n, false, err
}

// mostSkipped is how many skipped files are named.
const mostSkipped = 5

func (c *copier) skip(format string, root *os.Root, name string) {
	path := filepath.Join(root.Name(), name)
	if rel, err := filepath.Rel(c.From, path); err == nil {
		path = rel
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.skipped) == mostSkipped {
		c.left++
		return
	}
	c.skipped = append(c.skipped, fmt.Sprintf(format, path))
}

func (c *copier) fail(err error) {
	if err == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = err
	}
}
