package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/hosts"
	"devservers/cli/client"
	"devservers/cli/view"
)

func hostUpgradeCommand(p *Program) *cobra.Command {
	var file string
	cmd := &cobra.Command{
		Use: "upgrade NAME", Short: "Copy this devservers to a host",
		Long: `Copy this program to ~/.local/bin of a host, if it is of the same system, and replace the manager there. Its servers
keep running. For another system, name a program for it with --binary.`,
		Args: exactlyOne("the host"), ValidArgsFunction: p.Complete().hosts,
		RunE: func(cmd *cobra.Command, args []string) error { return hostUpgrade(cmd.Context(), p, args[0], file) },
	}
	cmd.Flags().StringVar(&file, "binary", "", "devservers for the system of the host")
	_ = cmd.MarkFlagFilename("binary")
	return cmd
}

// What runs on a host. They are constants: nothing of an address or a name gets into a shell.
const (
	systemScript  = `uname -sm`
	installScript = `set -e; d="$HOME/.local/bin"; mkdir -p "$d"; t="$d/.devservers.$$"; ` +
		`trap "rm -f $t" EXIT; cat >"$t"; chmod 755 "$t"; "$t" version >/dev/null; mv "$t" "$d/devservers"`
	replaceScript = `"$HOME/.local/bin/devservers" upgrade --force`
)

func hostUpgrade(ctx context.Context, p *Program, name, file string) error {
	c, way, err := hostWay(ctx, p, name)
	if err != nil {
		return err
	}
	if way.Run(systemScript) == nil {
		return app.Failf(app.CodeInvalid, "copy devservers there as its engine does it",
			"only a command that ends with \"devservers dial\" can run another program there")
	}
	system, err := hostRun(ctx, way, systemScript, nil)
	if err != nil {
		return err
	}
	if file == "" {
		if there := systemOf(system); there != runtime.GOOS+"/"+runtime.GOARCH {
			return app.Failf(app.CodeInvalid, "devservers host upgrade "+name+" --binary FILE",
				"%s is %s, and this program is for %s/%s", name, words.Quote(there), runtime.GOOS, runtime.GOARCH)
		}
		if file, err = client.Executable(); err != nil {
			return err
		}
	}
	program, err := os.Open(file)
	if err != nil {
		return err
	}
	defer program.Close()
	err = p.during("copying devservers to "+name, func() error {
		if _, err := hostRun(ctx, way, installScript, program); err != nil {
			return err
		}
		_, err := hostRun(ctx, way, replaceScript, nil)
		return err
	})
	if err != nil {
		return err
	}
	v, err := hostLook(ctx, p, c, name)
	if err != nil {
		return err
	}
	return hostReached(ctx, p, c, way, v)
}

func hostWay(ctx context.Context, p *Program, name string) (*client.Client, hosts.Way, error) {
	c, err := p.Connect(ctx)
	if err != nil {
		return nil, hosts.Way{}, err
	}
	var list []app.HostView
	if err := c.Get(ctx, "/api/hosts", nil, &list); err != nil {
		return nil, hosts.Way{}, err
	}
	v, err := hostNamed(list, name)
	if err != nil {
		return nil, hosts.Way{}, err
	}
	way, err := hosts.ParseAddress(v.Address)
	return c, way, err
}

func hostNamed(list []app.HostView, name string) (app.HostView, error) {
	if at := slices.IndexFunc(list, func(h app.HostView) bool { return h.Name == name }); at >= 0 {
		return list[at], nil
	}
	return app.HostView{}, app.Failf(app.CodeNotFound, "devservers host list", "there is no host %s", words.Quote(name))
}

// copyLimit bounds the copy of a program of 24 MB through a slow link.
const copyLimit = 10 * time.Minute

// hostRun runs a constant script on a host and returns what it printed.
func hostRun(ctx context.Context, way hosts.Way, script string, in io.Reader) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, copyLimit)
	defer cancel()
	args := way.Run(script)
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	var out, said bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = in, &out, &said, time.Second
	if err := cmd.Run(); err != nil {
		lines := strings.Split(strings.TrimSpace(said.String()), "\n")
		return "", app.Failf(app.CodeInternal, "run it yourself to see more: "+view.Plain(strings.Join(args, " ")),
			"%s: %v: %s", args[0], err, words.Clean(lines[len(lines)-1], 300))
	}
	return out.String(), nil
}

// systemOf returns what uname -sm prints in the words of Go.
func systemOf(uname string) string {
	system, machine, _ := strings.Cut(strings.ToLower(strings.TrimSpace(uname)), " ")
	switch machine {
	case "x86_64":
		machine = "amd64"
	case "aarch64":
		machine = "arm64"
	}
	return system + "/" + machine
}

// runHere runs a command with this terminal.
func (p *Program) runHere(ctx context.Context, args []string) error {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = p.In, p.Err, p.Err
	return cmd.Run()
}
