package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/cli/agents"
	"devservers/cli/client"
)

// installOptions say how a client is to be connected.
type installOptions struct {
	client string
	print  bool
	form   agents.Form
}

func (p *program) mcpInstallCommand() *cobra.Command {
	var o installOptions
	var helper, stdio bool
	cmd := &cobra.Command{
		Use:   "install --client NAME",
		Short: "Write devservers into a client's configuration",
		Long: `Write devservers into the configuration of a client: ` + strings.Join(agents.Names(), ", ") + `. Everything else in the file stays as it is,
byte by byte, with its comments, and so do keys that you have added to the entry, like timeout or env, as far as they go with
it. The file as it was is kept beside it. A file that cannot be read is not touched.

Without a flag the client gets the address alone and asks once, in the browser, with one click on Allow. With --helper
(Claude Code, Codex) or --stdio (all) there is nothing to click: the client runs devservers for its key.`,
		Args: p.atMost(0),
		RunE: func(*cobra.Command, []string) error {
			o.form = formOf(helper, stdio)
			return p.mcpInstall(o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.client, "client", "", "the client: "+strings.Join(agents.Names(), ", "))
	f.BoolVar(&o.print, "print", false, "print what belongs into which file, and write nothing")
	f.BoolVar(&helper, "helper", false, "let the client run `devservers mcp headers` for its key")
	f.BoolVar(&stdio, "stdio", false, "let the client run `devservers mcp` as a bridge")
	cmd.MarkFlagsMutuallyExclusive("helper", "stdio")
	_ = cmd.RegisterFlagCompletionFunc("client", cobra.FixedCompletions(agents.Names(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func formOf(helper, stdio bool) agents.Form {
	switch {
	case helper:
		return agents.ViaHelper
	case stdio:
		return agents.ViaStdio
	}
	return agents.ViaURL
}

// installReport is what mcp install --json shows.
type installReport struct {
	Client  string `json:"client"`
	File    string `json:"file"`
	Entry   string `json:"entry"`
	Changed bool   `json:"changed"`
	Backup  string `json:"backup,omitempty"`
	Next    string `json:"next,omitempty"`
}

func (p *program) mcpInstall(o installOptions) error {
	c, err := findClient(o.client)
	if err != nil {
		return err
	}
	entry, err := p.entryFor(c, o.form)
	if err != nil {
		return err
	}
	done := installReport{Client: c.Name, File: c.File(p.Getenv), Next: c.Next[o.form]}
	done.Entry, err = c.Text(entry)
	if err == nil && !o.print {
		done.Changed, done.Backup, err = c.Put(done.File, entry)
	}
	if err != nil {
		return p.byHand(err, done)
	}
	if p.json {
		return p.answer(done)
	}
	p.showInstalled(o, done)
	return nil
}

// byHand adds to a failure what the person can write into the file themselves.
func (p *program) byHand(err error, done installReport) error {
	return app.Failf(app.CodeConfig, "mend the file, or write this into it yourself:\n"+strings.TrimRight(done.Entry, "\n"),
		"cannot change %s, it stays as it is: %v", p.tilde(done.File), err)
}

func (p *program) showInstalled(o installOptions, done installReport) {
	s := p.Style(p.Out)
	switch {
	case o.print:
		p.Printf("%s\n", done.Entry)
		p.Notef("belongs into %s\n", p.tilde(done.File))
	case !done.Changed:
		p.Printf("%s %s has it already\n", s.Done(), p.tilde(done.File))
	default:
		p.Printf("%s devservers is in %s\n", s.Done(), p.tilde(done.File))
		if done.Backup != "" {
			p.Printf("  the file as it was: %s\n", p.tilde(done.Backup))
		}
	}
	if done.Next != "" {
		p.Notef("next: %s\n", done.Next)
	}
}

// entryFor returns the entry of the client's file.
func (p *program) entryFor(c agents.Client, form agents.Form) ([]agents.Pair, error) {
	address, err := p.mcpAddress()
	if err != nil {
		return nil, err
	}
	run := agents.Command{Env: agents.Place(p.Getenv)}
	if form != agents.ViaURL {
		if run.Program, err = p.lastingName(); err != nil {
			return nil, err
		}
	}
	entry, ok := c.Entry(form, address, run)
	if !ok {
		return nil, app.Failf(app.CodeInvalid, "use --stdio, or neither for the address alone", "%s runs no helper for its headers", c.Title)
	}
	return entry, nil
}

// mcpAddress is where the manager is or will be.
func (p *program) mcpAddress() (string, error) {
	c, running, err := p.running()
	if err != nil {
		return "", err
	}
	if running {
		return c.Manager().URL + "/mcp", nil
	}
	if port := p.wantedPort(serveOptions{}); port > 0 {
		return fmt.Sprintf("http://localhost:%d/mcp", port), nil
	}
	global, err := p.global()
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("http://localhost:%d/mcp", global.Settings().Port), nil
}

// lastingName is the path under which clients will find this program, also those that know no PATH of a shell.
func (p *program) lastingName() (string, error) {
	exe, err := client.Executable()
	if err != nil {
		return "", err
	}
	if client.Temporary(exe) {
		return "", app.Failf(app.CodeExecutable, "go install . puts devservers where it stays; or leave the flag out", "this program is deleted when it ends")
	}
	for _, dir := range filepath.SplitList(p.Getenv("PATH")) {
		if name := filepath.Join(dir, "devservers"); filepath.IsAbs(name) && sameFile(name, exe) {
			return name, nil // the link that an update moves, not where it leads to now
		}
	}
	return exe, nil
}

func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	two, err := os.Stat(b)
	return err == nil && os.SameFile(one, two)
}

func findClient(name string) (agents.Client, error) {
	if name == "" {
		return agents.Client{}, usagef("name the client: --client %s", strings.Join(agents.Names(), "|"))
	}
	c, ok := agents.Find(name)
	if !ok {
		return c, unknown("client", name, agents.Names())
	}
	return c, nil
}
