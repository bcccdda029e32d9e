package settings

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/config/command"
	"devservers/app/config/yml"
)

// Review returns what a person sees before trusting a project: for each server and task the command, its program at
// this moment, where it runs, and what it sets in the environment. Variables that make programs run other code are
// shown with their values and a remark; other values are not shown. It is plain text in aligned columns that ends with
// a line feed and contains nothing that a terminal would act on.
func Review(p config.Project, allow command.Allow) string {
	var b strings.Builder
	fmt.Fprintf(&b, "project %s\nfile    %s\n", p.ID, yml.Path(p.File))
	for _, s := range slices.Concat(p.Servers, p.Tasks) {
		reviewServer(&b, p, s, allow)
	}
	return b.String()
}

func reviewServer(b *strings.Builder, p config.Project, s config.Server, allow command.Allow) {
	fmt.Fprintf(b, "\n%s %s\n", s.Kind, s.Name)
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	row := func(label, text string) { fmt.Fprintf(w, "  %s\t%s\n", label, text) }
	row("command", s.Command.String())
	row("runs", program(s, allow))
	if s.WorkingDir != p.Dir {
		row("in", yml.Path(s.WorkingDir))
	}
	reviewEnv(row, s)
	for _, f := range s.EnvFiles {
		row("env_file", yml.Path(f))
		reviewEnvFile(row, p, f)
	}
	if s.Ready.Command != nil {
		row("ready when", s.Ready.Command.String())
	}
	if s.Alive.Command != nil {
		row("alive when", s.Alive.Command.String())
	}
	if s.Autostart {
		row("autostart", "starts with the project")
	}
	// A strings.Builder cannot fail.
	_ = w.Flush()
}

// program returns the path of the command's program at this moment, or explains why it cannot be run.
func program(s config.Server, allow command.Allow) string {
	if len(s.Command.Words) == 0 {
		return "nothing"
	}
	env := func(name string) (string, bool) {
		for _, v := range slices.Backward(s.Env) {
			if v.Name == name {
				return v.Value, true
			}
		}
		return os.LookupEnv(name)
	}
	argv0, err := s.Command.Words[0].Expand(env)
	if err != nil {
		return s.Command.Words[0].Quoted(true) + " (known when it starts)"
	}
	path, _ := env("PATH")
	exe, err := allow.Resolve(argv0, s.WorkingDir, path)
	if err != nil {
		return "cannot start: " + err.Error()
	}
	return exePath(exe)
}

// exePath returns the path of a program and, if it is a link, its target.
func exePath(exe string) string {
	resolved, err := filepath.EvalSymlinks(exe)
	if err != nil || resolved == exe {
		return yml.Path(exe)
	}
	return yml.Path(exe) + " → " + yml.Path(resolved)
}

// reviewEnv lists the names of the variables, and the values of code variables.
func reviewEnv(row func(label, text string), s config.Server) {
	names := words.Each(s.Env, func(v command.Var) string { return v.Name })
	if len(names) > 0 {
		row("env", strings.Join(names, " "))
	}
	for _, v := range s.Env {
		if why := command.RunsCode(v.Name); why != "" {
			row("NOTE", fmt.Sprintf("%s=%s %s", v.Name, quoteValue(v.Value), why))
		}
	}
}

// reviewEnvFile lists the assignments of an env file that decide which code runs.
func reviewEnvFile(row func(label, text string), p config.Project, file string) {
	for _, c := range p.EnvCode {
		if c.File != file && filepath.Join(p.Dir, c.File) != file {
			continue
		}
		why := cmp.Or(command.RunsCode(c.Name), "is part of such a value, or names a program")
		row("NOTE", yml.Printable(c.String())+" "+why)
	}
}

func quoteValue(s string) string {
	if r := []rune(s); len(r) > 300 {
		s = string(r[:300]) + "..."
	}
	return fmt.Sprintf("%q", s)
}
