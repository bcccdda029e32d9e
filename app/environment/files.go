package environment

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/home"
	"devservers/app/base/words"
	"devservers/app/config/settings"
	"devservers/app/environment/copies"
)

// bring copies a file of the main checkout that the worktree lacks.
func (p ground) bring(ctx context.Context, file string) error {
	if _, err := os.Stat(filepath.Join(p.dir, file)); err == nil {
		return nil
	}
	_, err := copies.Run(ctx, copies.Copy{From: p.main.Reg.Path, To: p.dir, Path: file})
	return err
}

// copyAll copies what the file declares, all at once.
func (p ground) copyAll(ctx context.Context, j *job) (string, error) {
	before := j.now().Copied
	_, err := atOnce(p.main.Conf.Worktree.Copy,
		func(path string) (string, error) { return "", p.copyOne(ctx, j, path) })
	now := maps.Clone(j.now().Copied)
	maps.DeleteFunc(now, func(path string, c settings.Copied) bool { return before[path] == c })
	return copiedText(now), err
}

func (p ground) copyOne(ctx context.Context, j *job, path string) error {
	testStep("before copy " + path)
	r, err := copies.Run(ctx, copies.Copy{From: p.main.Reg.Path, To: p.dir, Path: path,
		Progress: func(n int64) { j.progress(path, n) }})
	if err != nil {
		return app.Failf(app.CodeDiskFailed, "check it, and call the same again", "%s can't be copied: %v", path, err)
	}
	testStep("after copy " + path)
	notes := r.Repaired
	if r.Missing {
		notes = append(notes, path+" was not copied: the main checkout doesn't have it")
	}
	for _, skipped := range r.Skipped {
		notes = append(notes, "not copied: "+skipped)
	}
	if locks := p.otherLocks(path); locks != "" && !r.There && !r.Missing {
		notes = append(notes, fmt.Sprintf("%s was copied, but %s differs from the main checkout's: a task of setup has to "+
			"bring it up to date", path, locks))
	}
	return j.change(func(b *settings.Branch) {
		b.Notes = append(b.Notes[:len(b.Notes):len(b.Notes)], notes...)
		if r.Missing || r.There {
			return
		}
		b.Copied = home.With(b.Copied, path,
			settings.Copied{Bytes: r.Bytes, Shared: r.Shared, Files: r.Files, Key: p.locks(p.dir, path)})
	})
}

// copiedText returns what was copied, in words.
func copiedText(all map[string]settings.Copied) string {
	var list []string
	for _, path := range slices.Sorted(maps.Keys(all)) {
		c := all[path]
		text := path + " " + words.Size(c.Bytes)
		if c.Shared > 0 {
			text += " by reference"
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

// isLock reports whether a file pins what is installed: package-lock.json, uv.lock, requirements.txt, go.sum ...
func isLock(name string) bool {
	return strings.HasSuffix(name, ".lock") || strings.Contains(name, "-lock.") || strings.HasPrefix(name, "bun.lock") ||
		strings.HasPrefix(name, "requirements") && strings.HasSuffix(name, ".txt") || name == "go.sum" ||
		name == "npm-shrinkwrap.json"
}

// lockFiles returns the lock files beside a path of the project.
func lockFiles(dir, path string) (files []string) {
	list, _ := os.ReadDir(filepath.Join(dir, filepath.Dir(path)))
	for _, e := range list {
		if e.Type().IsRegular() && isLock(e.Name()) {
			files = append(files, filepath.Join(filepath.Dir(path), e.Name()))
		}
	}
	return files
}

// locks returns a digest of the lock files beside a path, or "" if there are none.
func (p ground) locks(dir, path string) string {
	if files := lockFiles(dir, path); len(files) > 0 {
		return digest(dir, files)
	}
	return ""
}

// otherLocks returns a lock file beside a path that differs between the worktree and the main checkout, or "". Only
// directories are installed.
func (p ground) otherLocks(path string) string {
	if info, err := os.Stat(filepath.Join(p.dir, path)); err != nil || !info.IsDir() {
		return ""
	}
	for _, file := range lockFiles(p.main.Reg.Path, path) {
		one, _ := os.ReadFile(filepath.Join(p.main.Reg.Path, file))
		other, _ := os.ReadFile(filepath.Join(p.dir, file))
		if !bytes.Equal(one, other) {
			return file
		}
	}
	return ""
}

// digest identifies the content of files in a directory.
func digest(dir string, files []string) string {
	h := sha256.New()
	for _, file := range files {
		content, err := os.ReadFile(filepath.Join(dir, file))
		fmt.Fprintf(h, "%s\x00%d\x00%v\x00", file, len(content), err != nil)
		h.Write(content)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
