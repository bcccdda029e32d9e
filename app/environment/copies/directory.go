package copies

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"devservers/app/config/settings"
)

// directory is files in the project, such as uploads.
type directory struct{ Options }

// merged is how of a directory that the checkout has already: it gets the files that it lacks.
const merged = "what it lacks"

func (d directory) Plan(context.Context) (settings.Fork, error) {
	f := d.plan()
	f.From, f.Path, f.How = filepath.Join(d.Main, d.Path), filepath.Join(d.Dir, d.Path), "copy"
	info, err := os.Stat(f.From)
	_, there := os.Stat(f.Path)
	switch {
	case d.Empty || errors.Is(err, fs.ErrNotExist):
		f.How = asEmpty
	case err != nil:
		return f, fail(d.Options, "check its permissions", "%v", err)
	case !info.IsDir():
		return f, fail(d.Options, "use copy: for a file", "%s is not a directory", d.Path)
	case there == nil:
		f.How = merged
	}
	return f, nil
}

func (d directory) Make(ctx context.Context, f settings.Fork) (settings.Fork, error) {
	switch f.How {
	case asEmpty:
		return f, os.MkdirAll(f.Path, 0o755)
	case merged:
		return f, d.merge(ctx)
	}
	_, err := Run(ctx, Copy{From: d.Main, To: d.Dir, Path: d.Path, Progress: d.Progress})
	return f, err
}

// merge copies each entry that the checkout lacks.
func (d directory) merge(ctx context.Context) error {
	list, err := os.ReadDir(filepath.Join(d.Main, d.Path))
	for _, e := range list {
		_, failed := Run(ctx, Copy{From: d.Main, To: d.Dir, Path: filepath.Join(d.Path, e.Name()),
			Progress: d.Progress})
		err = errors.Join(err, failed)
	}
	return err
}

// Stays reports whether data is also the checkout's, and so stays when the worktree's own goes.
func Stays(f settings.Fork) bool { return f.How == kept || f.How == merged }

// Drop removes the directory, unless it is also the checkout's.
func (d directory) Drop(_ context.Context, f settings.Fork) error {
	if f.How == merged || f.Path == "" || f.Path == f.From {
		return nil
	}
	return errors.Join(os.RemoveAll(f.Path), os.RemoveAll(f.Path+partSuffix))
}

func (d directory) Size(ctx context.Context, f settings.Fork) (int64, error) {
	return Disk(ctx, f.Path), nil
}

// Disk returns how much room a file or directory takes on disk, as far as it can be read before ctx ends. What files
// share by reference counts for each of them.
func Disk(ctx context.Context, path string) (total int64) {
	_ = filepath.WalkDir(path, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if info, err := d.Info(); err == nil {
			total += room(info)
		}
		return ctx.Err()
	})
	return total
}

func room(info os.FileInfo) int64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return st.Blocks * 512
	}
	return info.Size()
}
