package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"devservers/app"
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
	if !term.IsTerminal(int(p.in.Fd())) || !term.IsTerminal(int(p.out.Fd())) {
		return usagef("attach needs a terminal; to read only: devservers logs -f %s", name)
	}
	c, st, err := p.connectTo(ctx, name)
	if err != nil {
		return err
	}
	if !st.State.Up() {
		return failf(app.CodeConflict, "devservers start "+name, "%s is not running", st.Ref())
	}
	s := p.style(p.err)
	p.notef("%s\n", s.paint(dim, "attached to "+st.Ref().String()+"; ctrl-] detaches"))
	over, err := p.attached(ctx, c, st)
	text := "detached; " + st.Ref().String() + " goes on"
	if over {
		text = st.Ref().String() + " has ended"
	}
	p.notef("\n%s\n", s.paint(dim, text))
	return err
}

// attached lends the terminal to the run until the person detaches or the run is over, and restores it.
func (p *program) attached(ctx context.Context, c *client, st app.Status) (over bool, err error) {
	before, err := term.MakeRaw(int(p.in.Fd()))
	if err != nil {
		return false, fmt.Errorf("cannot switch the terminal to raw: %w", err)
	}
	defer func() { _ = term.Restore(int(p.in.Fd()), before) }()
	ctx, detach := context.WithCancel(ctx)
	defer detach()
	go p.resizing(ctx, c, st)
	go func() { defer detach(); p.typing(ctx, c, st) }()
	query := url.Values{"format": {"raw"}, "follow": {"1"}}
	if st.Run != "" {
		query.Set("run", st.Run)
	}
	body, err := c.stream(ctx, runPath(st, "logs"), query)
	if err == nil {
		defer body.Close()
		_, err = io.Copy(p.out, body)
	}
	if ctx.Err() != nil {
		return false, nil // detached, perhaps before anything came
	}
	return err == nil, err
}

// typing sends what is typed, in order, until the detach key or the end of input.
func (p *program) typing(ctx context.Context, c *client, st app.Status) {
	buffer := make([]byte, 4096)
	for ctx.Err() == nil {
		n, err := p.in.Read(buffer)
		typed, _, detached := bytes.Cut(buffer[:n], []byte{detachKey})
		if len(typed) > 0 {
			_ = c.post(ctx, runPath(st, "input"), map[string][]byte{"base64": typed}, nil)
		}
		if detached || err != nil {
			return
		}
	}
}

// resizing gives the run this terminal's size, now and whenever it changes.
func (p *program) resizing(ctx context.Context, c *client, st app.Status) {
	changed := make(chan os.Signal, 1)
	signal.Notify(changed, syscall.SIGWINCH)
	defer signal.Stop(changed)
	for {
		if columns, rows, err := term.GetSize(int(p.out.Fd())); err == nil {
			_ = c.post(ctx, runPath(st, "resize"), map[string]int{"cols": columns, "rows": rows}, nil)
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
	}
}
