package wire

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"devservers/app"
)

// editorArguments are how editors with windows of their own take a place. Others need a terminal, or are unknown.
var editorArguments = map[string]func(file string, line, col string) []string{
	"code":              goTo,
	"code-insiders":     goTo,
	"codium":            goTo,
	"cursor":            goTo,
	"windsurf":          goTo,
	"zed":               colons,
	"zeditor":           colons,
	"subl":              colons,
	"idea":              options("--line", "--column"),
	"webstorm":          options("--line", "--column"),
	"pycharm":           options("--line", "--column"),
	"goland":            options("--line", "--column"),
	"phpstorm":          options("--line", "--column"),
	"rubymine":          options("--line", "--column"),
	"clion":             options("--line", "--column"),
	"kate":              options("-l", "-c"),
	"gvim":              plus(""),
	"mvim":              plus(""),
	"gedit":             plus(":"),
	"gnome-text-editor": plus(":"),
	"emacsclient":       plus(":"),
}

func goTo(file, line, col string) []string { return []string{"-g", file + ":" + line + ":" + col} }

func colons(file, line, col string) []string { return []string{file + ":" + line + ":" + col} }

func options(line, col string) func(string, string, string) []string {
	return func(file, l, c string) []string { return []string{line, l, col, c, file} }
}

// plus is +LINE, and +LINE:COLUMN with a mark between them.
func plus(mark string) func(string, string, string) []string {
	return func(file, l, c string) []string {
		if mark == "" {
			c = ""
		}
		return []string{"+" + l + mark + c, file}
	}
}

// command returns the argument vector that opens a place; nil if the environment names no editor with a window.
func (e *Editor) command(p Location) []string {
	for _, name := range []string{"VISUAL", "EDITOR"} {
		argv := strings.Fields(e.getenv(name))
		if len(argv) == 0 {
			continue
		}
		args := editorArguments[filepath.Base(argv[0])]
		if args == nil {
			return nil // it counts, and needs a terminal
		}
		argv = slices.DeleteFunc(argv, func(arg string) bool { return arg == "--wait" || arg == "-w" })
		if filepath.Base(argv[0]) == "emacsclient" && !slices.Contains(argv, "-n") {
			argv = append(argv, "-n")
		}
		return append(argv, args(filepath.Join(p.Root, p.File), strconv.Itoa(max(1, p.Line)), strconv.Itoa(max(1, p.Col)))...)
	}
	return nil
}

// Open runs the editor that the environment names on a place. It doesn't wait for its end.
func (e *Editor) Open(p Location) error {
	if !e.Runs() {
		return app.Failf(app.CodeInvalid, "write editor: vscode, cursor or zed into config.yml",
			"neither $VISUAL nor $EDITOR names an editor with a window of its own")
	}
	argv := e.command(p)
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.SysProcAttr = p.Root, &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return app.Failf(app.CodeInvalid, "check $VISUAL and $EDITOR of the shell that started the manager",
			"%s cannot be run: %v", argv[0], err)
	}
	go func() { _ = cmd.Wait() }() // so that it leaves no zombie
	return nil
}
