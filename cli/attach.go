package cli

import (
	"bytes"
	"context"
	"io"
	"net/url"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/cli/client"
	"devservers/cli/view"
)

// detachKey is ctrl-], as in telnet(1).
const detachKey = 0x1d

// attachment connects this terminal with that of a run.
type attachment struct {
	*Session
	st app.Status
}

func attachCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use:   "attach NAME",
		Short: "Use a server's terminal",
		Long: `Connect this terminal to a server's: its output is shown unchanged, and what you type, including Ctrl-C, goes to the
server. Ctrl-] detaches; the server keeps running.`,
		Args:              exactlyOne("the server to attach to"),
		ValidArgsFunction: p.Complete().All,
		RunE:              func(cmd *cobra.Command, args []string) error { return attach(cmd.Context(), p, args[0]) },
	}
}

func attach(ctx context.Context, p *Program, name string) error {
	if !view.Is(p.In) || !view.Is(p.Out) {
		return usagef("attach needs a terminal; to only read: devservers logs -f %s", name)
	}
	s, st, err := p.target(ctx, name)
	if err != nil {
		return err
	}
	ref := st.Ref().String()
	if !st.State.Up() && !st.Frozen { // attaching wakes one that stands still
		return app.Failf(app.CodeConflict, "devservers start "+name, "%s is not running", ref)
	}
	m := p.messages()
	p.Notef("%s\n", m.Paint(view.Dim, "attached to "+ref+"; ctrl-] detaches"))
	over, err := attachment{s, st}.run(ctx)
	text := "detached; " + ref + " keeps running"
	if over {
		text = ref + " has ended"
	}
	p.Notef("\n%s\n", m.Paint(view.Dim, text))
	return err
}

// run connects the terminals until the person detaches or the run is over, and restores this one.
func (a attachment) run(ctx context.Context) (over bool, err error) {
	restore, err := view.Raw(a.Program.In)
	if err != nil {
		return false, err
	}
	defer restore()
	ctx, detach := context.WithCancel(ctx)
	defer detach()
	go a.sendSize(ctx)
	go func() { defer detach(); a.sendInput(ctx) }()
	query := url.Values{"format": {"raw"}, "follow": {"1"}}
	if a.st.Run != "" {
		query.Set("run", a.st.Run)
	}
	body, err := a.Stream(ctx, client.RunPath(a.st, "logs"), query)
	if err == nil {
		defer body.Close()
		_, err = io.Copy(a.Program.Out, body)
	}
	if ctx.Err() != nil {
		return false, nil // detached, maybe before any output
	}
	return err == nil, err
}

// sendInput sends what is typed, in order, until the detach key or the end of input.
func (a attachment) sendInput(ctx context.Context) {
	buffer := make([]byte, 4096)
	for ctx.Err() == nil {
		n, err := a.Program.In.Read(buffer)
		typed, _, detached := bytes.Cut(buffer[:n], []byte{detachKey})
		if len(typed) > 0 {
			_ = a.Post(ctx, client.RunPath(a.st, "input"), map[string][]byte{"base64": typed}, nil)
		}
		if detached || err != nil {
			return
		}
	}
}

// sendSize gives the run this terminal's size, now and whenever it changes.
func (a attachment) sendSize(ctx context.Context) {
	changed := make(chan os.Signal, 1)
	signal.Notify(changed, syscall.SIGWINCH)
	defer signal.Stop(changed)
	for {
		if columns, rows, err := view.Size(a.Program.Out); err == nil {
			_ = a.Post(ctx, client.RunPath(a.st, "resize"), map[string]int{"cols": columns, "rows": rows}, nil)
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
	}
}
