package cli

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config/settings"
	"devservers/cli/agents"
	"devservers/cli/client"
	"devservers/cli/view"
)

type installOptions struct {
	client        string
	all, print    bool
	helper, stdio bool
	hooks         bool
}

func installCommand(p *Program) *cobra.Command {
	var o installOptions
	names := strings.Join(agents.Names(), ", ")
	cmd := &cobra.Command{
		Use:   "install {--client NAME | --all}",
		Short: "Add devservers to a client's configuration",
		Long: `Add devservers to the configuration of a client: ` + names + `. The rest of the file, including
comments, is left unchanged. Keys that you added to the entry, such as timeout or env, are kept if they fit the new
entry. A backup is stored next to the file. A file that can't be read is not changed.

By default the client gets only the URL and asks once in the browser, with one click on Allow. With --helper
(Claude Code, Codex) or --stdio (all) there is nothing to click: the client runs devservers to authorize itself.
Claude Desktop always does so. opencode2 is for a new configuration of opencode 2, which opencode recognizes otherwise.

With --hooks a model that says that it is done is stopped once for each error that an edit has caused, and a shell
command that starts a declared server is refused with the tool to use instead. A session that begins in a new git
worktree of a registered project sets it up.`,
		Args: atMost(0),
		RunE: func(*cobra.Command, []string) error { return o.run(p) },
	}
	f := cmd.Flags()
	f.StringVar(&o.client, "client", "", "the client: "+names)
	f.BoolVar(&o.all, "all", false, "all clients found on this machine")
	f.BoolVar(&o.print, "print", false, "print the entry and change nothing")
	f.BoolVar(&o.helper, "helper", false, "let the client run \"devservers mcp headers\" for its credentials")
	f.BoolVar(&o.stdio, "stdio", false, "let the client run \"devservers mcp\" and connect through it")
	f.BoolVar(&o.hooks, "hooks", false, "also add hooks: "+strings.Join(agents.HooksOf(), ", "))
	cmd.MarkFlagsMutuallyExclusive("helper", "stdio")
	cmd.MarkFlagsMutuallyExclusive("client", "all")
	_ = cmd.RegisterFlagCompletionFunc("client",
		cobra.FixedCompletions(agents.Names(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (o installOptions) form() agents.Form {
	switch {
	case o.helper:
		return agents.ViaHelper
	case o.stdio:
		return agents.ViaStdio
	}
	return agents.ViaURL
}

// formFor returns how a client gets in. One that can't take an address runs the bridge.
func (o installOptions) formFor(c agents.Client) agents.Form {
	if form := o.form(); form != agents.ViaURL || c.Knows(form) {
		return form
	}
	return agents.ViaStdio
}

// installReport is what mcp install --json shows.
type installReport struct {
	Client  string `json:"client"`
	File    string `json:"file"`
	Entry   string `json:"entry"`
	Changed bool   `json:"changed"`
	Backup  string `json:"backup,omitempty"`
	Next    string `json:"next,omitempty"`
	what    string
}

func (o installOptions) run(p *Program) error {
	if o.all {
		return o.everywhere(p)
	}
	c, ok := agents.Find(o.client)
	switch {
	case o.client == "":
		return unnamed(agents.Found(p.Getenv))
	case !ok:
		return unknown("client", o.client, agents.Names())
	}
	return o.install(p, c)
}

// unnamed is the error of an install without a client: it names those that this machine has.
func unnamed(found []agents.Client) error {
	if len(found) == 0 {
		return usagef("name the client: --client %s", strings.Join(agents.Names(), "|"))
	}
	names := words.Each(found, func(c agents.Client) string { return c.Name })
	hint := "devservers mcp install --client " + names[0] + "\nor for all: devservers mcp install --all"
	return app.Failf(app.CodeInvalid, hint, "name the client; this machine has %s", words.And(names))
}

// everywhere installs in all clients of this machine. A file that can't be changed doesn't keep the others from it; a
// client without a helper gets the URL alone.
func (o installOptions) everywhere(p *Program) (err error) {
	found := agents.Found(p.Getenv)
	if len(found) == 0 {
		return app.Failf(app.CodeNotFound, "name one: --client "+strings.Join(agents.Names(), "|"),
			"no known client was found on this machine")
	}
	for _, c := range found {
		one := o
		if o.helper && !c.Knows(agents.ViaHelper) {
			one.helper = false
		}
		one.hooks = o.hooks && c.HasHooks()
		err = errors.Join(err, one.install(p, c))
	}
	return err
}

func (o installOptions) install(p *Program, c agents.Client) error {
	if o.hooks && !c.HasHooks() {
		return app.Failf(app.CodeInvalid, "leave out --hooks; clients with hooks: "+strings.Join(agents.HooksOf(), ", "),
			"devservers knows no hooks of %s", c.Title)
	}
	entry, err := o.entry(p, c)
	if err != nil {
		return err
	}
	done := installReport{Client: c.Name, File: c.File(p.Getenv), Next: c.Next[o.formFor(c)]}
	done.Entry, err = c.Text(entry)
	if err == nil && !o.print {
		done.Changed, done.Backup, err = c.Put(done.File, entry)
	}
	if err != nil {
		return app.Failf(app.CodeConfig, "fix the file, or add this to it yourself:\n"+strings.TrimRight(done.Entry, "\n"),
			"cannot change %s, it stays as it is: %v", p.view().Path(done.File), err)
	}
	if err := o.report(p, done); err != nil || !o.hooks {
		return err
	}
	return o.installHooks(p, c)
}

func (o installOptions) installHooks(p *Program, c agents.Client) error {
	program, err := lastingName(p.Getenv("PATH"))
	if err != nil {
		return err
	}
	done := installReport{Client: c.Name, File: c.HookFile(p.Getenv), Next: c.AfterHooks(), what: "hooks"}
	run := agents.Command{Program: program, Env: agents.Place(p.Getenv)}
	if o.print {
		done.Entry, err = c.HookText(run)
	} else {
		done.Changed, done.Backup, err = c.PutHooks(done.File, run)
	}
	if err != nil {
		return app.Failf(app.CodeConfig, "fix the file and try again", "cannot change %s, it stays as it is: %v",
			p.view().Path(done.File), err)
	}
	return o.report(p, done)
}

// report shows what was done, and what to do next.
func (o installOptions) report(p *Program, done installReport) error {
	if err := p.show(done, func() string { return o.text(p.view(), done) }); err != nil {
		return err
	}
	if o.print {
		p.note("belongs in " + p.view().Path(done.File))
	}
	if done.Next != "" {
		p.note("next: " + done.Next)
	}
	return nil
}

func (o installOptions) text(v view.View, done installReport) string {
	file, what := v.Path(done.File), cmp.Or(done.what, "devservers")
	switch {
	case o.print:
		return done.Entry + "\n"
	case !done.Changed:
		return v.Done() + " " + file + " already has it\n"
	case done.Backup == "":
		return v.Done() + " added " + what + " to " + file + "\n"
	}
	return v.Done() + " added " + what + " to " + file + "\n  backup: " + v.Path(done.Backup) + "\n"
}

func (o installOptions) entry(p *Program, c agents.Client) ([]agents.Pair, error) {
	address, err := mcpAddress(p)
	if err != nil {
		return nil, err
	}
	run := agents.Command{Env: agents.Place(p.Getenv)}
	form := o.formFor(c)
	if form != agents.ViaURL {
		if run.Program, err = lastingName(p.Getenv("PATH")); err != nil {
			return nil, err
		}
	}
	entry, ok := c.Entry(form, address, run)
	if !ok {
		return nil, app.Failf(app.CodeInvalid, "use --stdio, or neither for the URL alone",
			"%s cannot run a helper for its headers", c.Title)
	}
	return entry, nil
}

// mcpAddress is where the manager is or will be.
func mcpAddress(p *Program) (string, error) {
	c, running, err := p.running()
	if err != nil {
		return "", err
	}
	if running {
		return c.Manager().URL + "/mcp", nil
	}
	port, _, err := client.ParsePort(p.Getenv(client.PortVariable))
	if err == nil && port == 0 {
		var global *settings.File
		if global, err = p.global(); err == nil {
			port = global.Settings().Port
		}
	}
	return fmt.Sprintf("http://localhost:%d/mcp", port), err
}

// lastingName is the path under which clients will find this program, also the ones that weren't started from a shell.
func lastingName(path string) (string, error) {
	exe, err := client.Executable()
	if err != nil {
		return "", err
	}
	if client.Temporary(exe) {
		return "", app.Failf(app.CodeExecutable, "install devservers with go install . or leave out the flag",
			"%s is deleted when it ends", words.Quote(exe))
	}
	for _, dir := range filepath.SplitList(path) {
		if name := filepath.Join(dir, "devservers"); filepath.IsAbs(name) && isSameFile(name, exe) {
			return name, nil // the link that an update moves, rather than its target
		}
	}
	return exe, nil
}
