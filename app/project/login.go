package project

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"devservers/app/base/words"
)

// limit bounds how long the files that a shell reads at login may take.
const limit = 10 * time.Second

// LoginEnvironment starts the shell of the current user as a login would, interactive, without a terminal, and returns
// the variables that it then has as name=value strings. base is the environment of the caller: only what belongs to the
// person's session is taken from it, such as HOME, SHELL, LANG and the address of the SSH agent. The error describes
// what the shell did.
func LoginEnvironment(ctx context.Context, base []string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	env := session(base)
	shell := shellOf(env)
	mark := fmt.Sprintf("devservers-%d-%d", os.Getpid(), time.Now().UnixNano())
	cmd := exec.CommandContext(ctx, shell, "-i", "-l", "-c", "echo "+mark+"; env -0; echo "+mark)
	cmd.Env, cmd.Dir = env, homeOf(env)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // without a terminal it can't ask anything
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if vars := between(out, mark); len(vars) > 0 {
		return vars, nil // regardless of what a file does at the shell's end
	}
	if ctx.Err() != nil {
		return nil, fmt.Errorf("%s printed no environment within %s", shell, limit)
	}
	return nil, fmt.Errorf("%s printed no environment: %w", shell, errors.Join(err, ctx.Err()))
}

// between returns the variables that env -0 printed between two lines that hold mark alone. What files print before
// and after is not theirs.
func between(out []byte, mark string) []string {
	_, rest, found := bytes.Cut(out, []byte(mark+"\n"))
	list, _, ended := bytes.Cut(rest, []byte(mark))
	if !found || !ended {
		return nil
	}
	return words.Only(strings.Split(string(list), "\x00"), func(v string) bool { return strings.Index(v, "=") > 0 })
}

// session returns what a login passes to the shell: what is the person's and the session's, not one program's.
func session(base []string) (env []string) {
	for _, v := range base {
		name, _, _ := strings.Cut(v, "=")
		switch name {
		case "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "DISPLAY", "WAYLAND_DISPLAY",
			"XAUTHORITY",
			"SSH_AUTH_SOCK", "DBUS_SESSION_BUS_ADDRESS":
			env = append(env, v)
		default:
			if strings.HasPrefix(name, "LC_") || strings.HasPrefix(name, "XDG_") {
				env = append(env, v)
			}
		}
	}
	return append(env, "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin")
}

// shellOf returns the person's shell: SHELL, the one in the list of users (passwd(5)), or sh.
func shellOf(env []string) string {
	if shell := get(env, "SHELL"); filepath.IsAbs(shell) {
		return shell
	}
	me, err := user.Current()
	list, _ := os.ReadFile("/etc/passwd")
	for line := range strings.Lines(string(list)) {
		field := strings.Split(strings.TrimSpace(line), ":")
		if err == nil && len(field) == 7 && field[0] == me.Username && filepath.IsAbs(field[6]) {
			return field[6]
		}
	}
	return "/bin/sh"
}

func homeOf(env []string) string {
	if dir := get(env, "HOME"); dir != "" {
		return dir
	}
	return "/"
}

func get(env []string, name string) (value string) {
	for _, v := range env {
		if n, val, _ := strings.Cut(v, "="); n == name {
			value = val
		}
	}
	return value
}
