package wire

import (
	"net/url"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"devservers/app"
	"devservers/app/digest/parse"
)

// Location is a place in a file of a project.
type Location struct {
	Root string // of the project, absolute
	File string // relative to Root
	Line int    // from 1; 0 = unknown
	Col  int    // from 1; 0 = unknown
}

// Editor is the person's editor. Its methods are safe for concurrent use.
type Editor struct {
	name   func() string // of the settings: vscode, cursor, zed, none, or "" for that of the environment
	getenv func(string) string

	mu    sync.Mutex
	files map[[2]string]*parse.Files // by root and directory
}

// NewEditor returns the editor that the settings name, or else $VISUAL or $EDITOR.
func NewEditor(name func() string, getenv func(string) string) *Editor {
	return &Editor{name: name, getenv: getenv, files: map[[2]string]*parse.Files{}}
}

// maxKnown is how many directories are remembered.
const maxKnown = 200

// Find returns the file of the project in root that a name means in the output of a program that runs in dir.
func (e *Editor) Find(root, dir, name string) (file string, ok bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.files) >= maxKnown {
		clear(e.files)
	}
	files := e.files[[2]string{root, dir}]
	if files == nil {
		files = parse.NewFiles(root, dir)
		e.files[[2]string{root, dir}] = files
	}
	return files.Find(name, time.Now())
}

// Links reports whether a browser opens places by Link.
func (e *Editor) Links() bool {
	name := e.name()
	return name != "" && name != "none"
}

// Runs reports whether Open runs an editor.
func (e *Editor) Runs() bool { return e.name() == "" && e.command(Location{}) != nil }

// Link returns the address that opens a place; "" if there is none.
func (e *Editor) Link(p Location) string {
	if !e.Links() {
		return ""
	}
	path := filepath.Join(p.Root, p.File)
	if p.Line > 0 {
		path += ":" + strconv.Itoa(p.Line)
		if p.Col > 0 {
			path += ":" + strconv.Itoa(p.Col)
		}
	}
	return (&url.URL{Scheme: e.name(), Host: "file", Path: path}).String()
}

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
