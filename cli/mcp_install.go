package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/atomicfile"
)

// installOptions say how a client is to be connected.
type installOptions struct {
	client string
	print  bool
	form   entryForm
}

func (p *program) mcpInstallCommand() *cobra.Command {
	var o installOptions
	var helper, stdio bool
	cmd := &cobra.Command{
		Use:   "install --client NAME",
		Short: "Write devservers into a client's configuration",
		Long: `Write devservers into the configuration of a client: ` + strings.Join(clientNames(), ", ") + `. Everything else in the file stays as it is,
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
	f.StringVar(&o.client, "client", "", "the client: "+strings.Join(clientNames(), ", "))
	f.BoolVar(&o.print, "print", false, "print what belongs into which file, and write nothing")
	f.BoolVar(&helper, "helper", false, "let the client run `devservers mcp headers` for its key")
	f.BoolVar(&stdio, "stdio", false, "let the client run `devservers mcp` as a bridge")
	cmd.MarkFlagsMutuallyExclusive("helper", "stdio")
	_ = cmd.RegisterFlagCompletionFunc("client", cobra.FixedCompletions(clientNames(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func formOf(helper, stdio bool) entryForm {
	switch {
	case helper:
		return viaHelper
	case stdio:
		return viaStdio
	}
	return viaURL
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
	done := installReport{Client: c.name, File: p.clientFile(c), Next: c.next[o.form]}
	done.Entry, err = c.text(entry)
	if err == nil && !o.print {
		done.Changed, done.Backup, err = putEntry(c, done.File, entry)
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
	return failf(app.CodeConfig, "mend the file, or write this into it yourself:\n"+strings.TrimRight(done.Entry, "\n"),
		"cannot change %s, it stays as it is: %v", p.tilde(done.File), err)
}

func (p *program) showInstalled(o installOptions, done installReport) {
	s := p.style(p.out)
	switch {
	case o.print:
		p.printf("%s\n", done.Entry)
		p.notef("belongs into %s\n", p.tilde(done.File))
	case !done.Changed:
		p.printf("%s %s has it already\n", s.done(), p.tilde(done.File))
	default:
		p.printf("%s devservers is in %s\n", s.done(), p.tilde(done.File))
		if done.Backup != "" {
			p.printf("  the file as it was: %s\n", p.tilde(done.Backup))
		}
	}
	if done.Next != "" {
		p.notef("next: %s\n", done.Next)
	}
}

// backupSuffix ends the name of the file as it was before the last change of ours.
const backupSuffix = ".before-devservers"

// configLimit bounds a client's configuration; Claude Code keeps all its history of projects there.
const configLimit = 64 << 20

// putEntry puts the entry into the file. What stood there is kept in backup; nothing else of it changes.
func putEntry(c mcpClient, file string, entry []pair) (changed bool, backup string, err error) {
	if real, err := filepath.EvalSymlinks(file); err == nil {
		file = real // a link into a folder of dotfiles stays one
	}
	before, mode, err := readConfig(file)
	if err != nil {
		return false, "", err
	}
	after, err := c.put(before, entry)
	if err != nil || bytes.Equal(before, after) {
		return false, "", err
	}
	if len(before) > 0 {
		backup = file + backupSuffix
		if err := writeMode(backup, before, mode); err != nil {
			return false, "", err
		}
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return false, "", err
	}
	if now, _, err := readConfig(file); err != nil || !bytes.Equal(now, before) {
		return false, "", errors.Join(err, errors.New("something else is writing it just now; try again"))
	}
	return true, backup, writeMode(file, after, mode)
}

// readConfig reads a client's file, and with which mode to write it again.
func readConfig(file string) (data []byte, mode fs.FileMode, err error) {
	info, err := os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0o600, nil
	}
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() || info.Size() > configLimit {
		return nil, 0, errors.New("it is not a file that devservers changes")
	}
	data, err = os.ReadFile(file)
	return data, info.Mode().Perm(), err
}

func writeMode(file string, data []byte, mode fs.FileMode) error {
	if err := atomicfile.Write(file, data); err != nil {
		return err
	}
	return os.Chmod(file, mode)
}

// entryFor is what the client's file has to say about devservers.
func (p *program) entryFor(c mcpClient, form entryForm) ([]pair, error) {
	build := c.forms[form]
	if build == nil {
		return nil, failf(app.CodeInvalid, "use --stdio, or neither for the address alone", "%s runs no helper for its headers", c.title)
	}
	address, err := p.mcpAddress()
	if err != nil || form == viaURL {
		return build(address, command{}), err
	}
	program, err := p.lastingName()
	return build(address, command{program, p.ownVariables()}), err
}

// mcpAddress is where the manager is or will be.
func (p *program) mcpAddress() (string, error) {
	c, running, err := p.running()
	if err != nil {
		return "", err
	}
	if running {
		return c.manager().URL + "/mcp", nil
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
	exe, err := executable()
	if err != nil {
		return "", err
	}
	if strings.Contains(exe, string(filepath.Separator)+"go-build") {
		return "", failf(app.CodeExecutable, "go install . puts devservers where it stays; or leave the flag out", "this program is deleted when it ends")
	}
	for _, dir := range filepath.SplitList(p.getenv("PATH")) {
		if name := filepath.Join(dir, "devservers"); filepath.IsAbs(name) && sameFile(name, exe) {
			return name, nil // the link that an update moves, not where it leads to now
		}
	}
	return exe, nil
}

// placeVariables say where the manager is to be found.
var placeVariables = []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", portVariable}

// ownVariables are those that say where the manager is to be found, as far as they are set here.
func (p *program) ownVariables() (env []pair) {
	for _, name := range placeVariables {
		if value := p.getenv(name); value != "" {
			env = append(env, pair{name, value})
		}
	}
	return env
}

func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	two, err := os.Stat(b)
	return err == nil && os.SameFile(one, two)
}

func findClient(name string) (mcpClient, error) {
	at := slices.IndexFunc(mcpClients(), func(c mcpClient) bool { return c.name == name })
	if at < 0 && name == "" {
		return mcpClient{}, usagef("name the client: --client %s", strings.Join(clientNames(), "|"))
	}
	if at < 0 {
		return mcpClient{}, unknown("client", name, clientNames())
	}
	return mcpClients()[at], nil
}
