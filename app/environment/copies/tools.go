package copies

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"devservers/app"
	"devservers/app/config/command"
)

// Tools runs the programs of databases in the environment of a project.
type Tools struct {
	Env []string
	Dir string
	// Lock is inherited by each program: it is held as long as one of them lives, also after we have died.
	Lock *os.File
}

// find returns the first of these programs that is installed.
func (t Tools) find(names ...string) (string, error) {
	if exe := command.Program(t.Env, names...); exe != "" {
		return exe, nil
	}
	return "", app.Failf(app.CodeExecutable, "install it, or add its directory to PATH", "%s is not installed", names[0])
}

func (t Tools) variable(name string) (value string) {
	for _, v := range t.Env {
		if rest, ok := strings.CutPrefix(v, name+"="); ok {
			value = rest
		}
	}
	return value
}

// Call runs a program by its name and returns what it printed. What it complains is the error.
func (t Tools) Call(ctx context.Context, name string, args ...string) (string, error) {
	exe, err := t.find(name)
	if err != nil {
		return "", err
	}
	return t.output(t.command(ctx, nil, exe, args...))
}

// command returns a program with its arguments, and more variables.
func (t Tools) command(ctx context.Context, env []string, exe string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, exe, args...)
	cmd.Dir, cmd.Env = t.Dir, append(append([]string{}, t.Env...), env...)
	if t.Lock != nil {
		cmd.ExtraFiles = []*os.File{t.Lock}
	}
	return cmd
}

// output runs a program and returns what it printed. Its own message is the error.
func (t Tools) output(cmd *exec.Cmd) (string, error) {
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	return strings.TrimSpace(string(out)), said(cmd, &complaint, err)
}

// pipe runs two programs, the second with the output of the first.
func (t Tools) pipe(from, to *exec.Cmd) error {
	var first, second bytes.Buffer
	from.Stderr, to.Stderr = &first, &second
	out, in, err := os.Pipe()
	if err != nil {
		return err
	}
	from.Stdout, to.Stdin = in, out
	if err = from.Start(); err == nil {
		if err = to.Start(); err != nil {
			_ = from.Process.Kill()
		}
	}
	err = errors.Join(err, in.Close(), out.Close())
	if to.Process != nil {
		err = errors.Join(err, said(to, &second, to.Wait()))
	}
	if from.Process != nil {
		err = errors.Join(err, said(from, &first, from.Wait()))
	}
	return err
}

// longestSaid is how much of a program's complaint is shown, in bytes.
const longestSaid = 500

// said returns the error of a program in its own words.
func said(cmd *exec.Cmd, complaint *bytes.Buffer, err error) error {
	if err == nil {
		return nil
	}
	text := strings.TrimSpace(strings.ToValidUTF8(complaint.String(), "?"))
	if len(text) > longestSaid {
		text = text[:longestSaid] + " ..."
	}
	text = cmp.Or(text, err.Error())
	return &toolError{filepath.Base(cmd.Path), text, err}
}

// toolError is the failure of a program.
type toolError struct {
	program, text string
	err           error
}

func (e *toolError) Error() string { return e.program + ": " + e.text }
func (e *toolError) Unwrap() error { return e.err }
