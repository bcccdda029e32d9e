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

	"devservers/cli/term"
)

// detachKey is ctrl-], as telnet(1) has it.
const detachKey = 0x1d

func (p *program) attachCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "attach NAME",
		Short: "Type into a server's terminal",
		Long: `Put this terminal in the place of a server's: what it prints is shown as it is, what you type goes to it,
Ctrl-C too. ctrl-] lets go of it again; the server goes on.`,
		Args:              p.exactly(1, "the server to attach to"),
		ValidArgsFunction: p.completeAll,
		RunE:              func(cmd *cobra.Command, args []string) error { return p.attach(cmd.Context(), args[0]) },
	}
}

func (p *program) attach(ctx context.Context, name string) error {
	if !term.Is(p.In) || !term.Is(p.Out) {
		return usagef("attach needs a terminal; to read only: devservers logs -f %s", name)
	}
	c, st, err := p.connectTo(ctx, name)
	if err != nil {
		return err
	}
	if !st.State.Up() {
		return app.Failf(app.CodeConflict, "devservers start "+name, "%s is not running", st.Ref())
	}
	s := p.Style(p.Err)
	p.Notef("%s\n", s.Paint(term.Dim, "attached to "+st.Ref().String()+"; ctrl-] detaches"))
	over, err := p.attached(ctx, c, st)
	text := "detached; " + st.Ref().String() + " goes on"
	if over {
		text = st.Ref().String() + " has ended"
	}
	p.Notef("\n%s\n", s.Paint(term.Dim, text))
	return err
}

// attached lends the terminal to the run until the person detaches or the run is over, and restores it.
func (p *program) attached(ctx context.Context, c *client.Client, st app.Status) (over bool, err error) {
	restore, err := term.Raw(p.In)
	if err != nil {
		return false, err
	}
	defer restore()
	ctx, detach := context.WithCancel(ctx)
	defer detach()
	go p.resizing(ctx, c, st)
	go func() { defer detach(); p.typing(ctx, c, st) }()
	query := url.Values{"format": {"raw"}, "follow": {"1"}}
	if st.Run != "" {
		query.Set("run", st.Run)
	}
	body, err := c.Stream(ctx, client.RunPath(st, "logs"), query)
	if err == nil {
		defer body.Close()
		_, err = io.Copy(p.Out, body)
	}
	if ctx.Err() != nil {
		return false, nil // detached, perhaps before anything came
	}
	return err == nil, err
}

// typing sends what is typed, in order, until the detach key or the end of input.
func (p *program) typing(ctx context.Context, c *client.Client, st app.Status) {
	buffer := make([]byte, 4096)
	for ctx.Err() == nil {
		n, err := p.In.Read(buffer)
		typed, _, detached := bytes.Cut(buffer[:n], []byte{detachKey})
		if len(typed) > 0 {
			_ = c.Post(ctx, client.RunPath(st, "input"), map[string][]byte{"base64": typed}, nil)
		}
		if detached || err != nil {
			return
		}
	}
}

// resizing gives the run this terminal's size, now and whenever it changes.
func (p *program) resizing(ctx context.Context, c *client.Client, st app.Status) {
	changed := make(chan os.Signal, 1)
	signal.Notify(changed, syscall.SIGWINCH)
	defer signal.Stop(changed)
	for {
		if columns, rows, err := term.Size(p.Out); err == nil {
			_ = c.Post(ctx, client.RunPath(st, "resize"), map[string]int{"cols": columns, "rows": rows}, nil)
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
	}
}
