package machine

import (
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/reading/why/finders"
)

// fullBelow is the free space in bytes below which a disk is full: programs want to write more than a few bytes.
const fullBelow = 16 << 20

// disk looks at the free space where the run works and where it keeps temporary files.
func disk(s *finders.Scene, _ finders.Pointer) *app.Claim {
	for _, dir := range []string{s.WorkDir, os.TempDir()} {
		var st unix.Statfs_t
		if unix.Statfs(dir, &st) != nil {
			continue
		}
		free := int64(st.Bavail) * int64(st.Bsize) //nolint:unconvert // the types differ by system
		if free >= fullBelow && (st.Ffree > 0 || st.Files == 0) {
			continue
		}
		c := app.About(app.FindingSystem, app.Known(dir), "the disk of %s is full")
		c.See("system", "%s are free there, and %s files can be made", app.Known(words.Size(free)),
			app.Number(int(st.Ffree))).Certain = true //nolint:gosec // only shown
		return c.Correct("free some space: df -h and df -i show where")
	}
	return nil
}

// memory looks at options that limit the memory of the run, and at that of the machine.
func memory(s *finders.Scene, p finders.Pointer) *app.Claim {
	for _, o := range s.Limits() {
		if p.Of == "node" && o.Name == "--max-old-space-size" {
			c := app.ItIs(app.FindingMemory, app.Known(o.Name), "it ran out of memory: %s has %s %s", app.Known(o.Where),
				app.Known(o.Name), app.Known(o.Value))
			c.ReadIn(app.Known(o.Where), "%s has %s %s", app.Known(o.Name), app.Known(o.Value)).Certain = true
			return c.Correct("raise %s in %s, or find what grows", app.Known(o.Name), app.Known(o.Where))
		}
	}
	if spot, ok := s.SpotAt(p.At); ok && p.Of == "python" {
		where := s.At(spot.File, spot.Line)
		c := app.About(app.FindingMemory, where, "it asked for more memory than there is in %s")
		return c.See("sources", "%s has that line",
			s.PathOf(spot.File)).Correct("correct %s, or raise memory: of the server if that is its limit", where)
	}
	if p.Of == "node" && s.Exit == finders.Aborted {
		c := app.ItIs(app.FindingMemory, app.Known("node"), "Node ran out of memory")
		c.See("command", "no option of the command raises the limit of its heap")
		c.See("run", "the program aborted itself")
		return c.SetEnv(s.Server(), app.Known("NODE_OPTIONS"), "--max-old-space-size=4096").Or("find what grows")
	}
	return nil
}

// Starved returns how many processes the kernel has ended for want of memory since the machine started; known is false
// where it doesn't count them.
func Starved() (n int, known bool) {
	data, _ := os.ReadFile("/proc/vmstat")
	_, count, known := strings.Cut(string(data), "\noom_kill ")
	count, _, _ = strings.Cut(count, "\n")
	return app.Print(count).Number(), known
}

// watchLimits are the limits of the system for watched files, and how many make do for a large project.
const (
	watchLimits   = "/proc/sys/fs/inotify/"
	enoughWatches = 200_000
)

// watches looks at the limits of the system for watched files.
func watches(_ *finders.Scene, _ finders.Pointer) *app.Claim {
	read := func(name string) (app.Name, int) {
		data, err := os.ReadFile(filepath.Join(watchLimits, name))
		if err != nil {
			return app.Name{}, 0
		}
		text := strings.TrimSpace(string(data))
		return app.Known(text), app.Print(text).Number()
	}
	all, n := read("max_user_watches")
	instances, _ := read("max_user_instances")
	if all.Empty() {
		return nil
	}
	c := app.ItIs(app.FindingSystem, app.Known("inotify"),
		"the system allows %s watched files and %s watchers for each user", all, instances)
	c.See("system", "these are its limits now")
	c.Certain = n < enoughWatches
	return c.Correct("sudo sysctl fs.inotify.max_user_watches=524288 fs.inotify.max_user_instances=512")
}
