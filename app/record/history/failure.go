package history

import (
	"bufio"
	"cmp"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/run/protocol"
)

// EndedEarly returns the failure of a start of ref whose run, in dir, ended before it was ready.
func EndedEarly(ref app.Ref, dir string, rec protocol.Record) *app.Error {
	e := &app.Error{Code: app.CodeExited}
	if rec.End.Error != "" && rec.End.Cause == app.CauseNone {
		e = ExecFailure(rec)
	} else {
		_ = e.Says(words.EndedEarly(ref.Name, End(rec)))
	}
	e.Run, e.Exit, e.Output = rec.ID, ExitOf(rec.End), LastLines(dir, LastLinesShown)
	e.Hint = cmp.Or(e.Hint, "full output: devservers logs "+ref.String())
	return e
}

// Unconfirmed returns the failure of a start that was ready and is no longer, or whose run, in dir, ended sooner than
// steady after it was ready; nil if neither is so.
func Unconfirmed(dir string, st app.Status, steady time.Duration) *app.Error {
	ref := st.Ref().String()
	e := &app.Error{Run: st.Run}
	switch {
	case st.State == app.Failing:
		e.Code = app.CodeNotReady
		_ = e.Says(words.Failing(st.Name, st.Reason))
		e.Hint = "fix it; most servers then recover, others need: devservers restart " + ref
	case st.ReadyAt != nil && st.Exit != nil && st.Exit.Cause == app.CauseNone && st.Exit.At.Sub(*st.ReadyAt) < steady:
		e.Code, e.Exit = app.CodeExited, st.Exit
		_ = e.Says(words.EndedAtOnce(st.Name, st.Exit.String()))
		e.Hint = "full output: devservers logs " + ref
	default:
		return nil
	}
	e.Output = LastLines(dir, LastLinesShown)
	return e
}

// ExecFailure returns why the command could not be executed.
func ExecFailure(rec protocol.Record) *app.Error {
	e := app.Failf(app.CodeExecutable, "", "%s could not be executed: %s", rec.Argv[0], rec.End.Error)
	failed := &fs.PathError{Op: "fork/exec", Path: rec.Argv[0], Err: syscall.Errno(rec.End.Errno)}
	if lack := app.LackOf(failed); lack != nil {
		e.Code, e.Hint = lack.Code, lack.Fix
		return e
	}
	switch syscall.Errno(rec.End.Errno) {
	case syscall.ENOENT:
		e.Hint = notThere(rec)
	case syscall.EACCES:
		e.Hint = "make it executable: chmod +x"
	case syscall.ENOEXEC:
		e.Hint = "it is neither a program for this machine nor a script with a #! line"
	case syscall.E2BIG:
		e.Hint = "the command line and the environment together are too long"
	}
	return e
}

// notThere returns what is missing for a command that exists: its working directory, the interpreter that its first
// line names, or the loader.
func notThere(rec protocol.Record) string {
	if _, err := os.Stat(rec.Dir); err != nil {
		return "its working directory " + rec.Dir + " is gone"
	}
	interpreter := interpreterOf(rec)
	if _, err := os.Stat(interpreter); filepath.IsAbs(interpreter) && os.IsNotExist(err) {
		return "the interpreter " + interpreter + ", which its first line names, does not exist"
	}
	return "it exists, so its interpreter (the #! line) or its loader is missing"
}

// interpreterOf returns the interpreter that the first line of the command's file names, or "".
func interpreterOf(rec protocol.Record) string {
	path := rec.Argv[0]
	if !filepath.IsAbs(path) {
		path = filepath.Join(rec.Dir, path)
	}
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	line, _ := bufio.NewReader(io.LimitReader(f, longestLine)).ReadString('\n')
	named := strings.Fields(strings.TrimPrefix(line, "#!"))
	if !strings.HasPrefix(line, "#!") || len(named) == 0 {
		return ""
	}
	return named[0]
}

// longestLine is how much of a first line the kernel reads.
const longestLine = 256
