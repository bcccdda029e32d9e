package cli

import (
	"context"
	"errors"
	"net"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"devservers/app/base/home"
	"devservers/app/base/process"
	"devservers/app/hosts"
	"devservers/cli/client"
	"devservers/cli/view"
)

func dialCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use:   "dial",
		Short: "Join standard input and output with the manager, for devservers host",
		Long: `Join standard input and output with this machine's manager, which is started if necessary. A manager on another
machine runs this command through ssh, docker exec, kubectl exec or any other program: see devservers host add --help.
It ends with its input.`,
		Args: atMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error { return dial(cmd.Context(), p) },
	}
}

// dial greets before it serves, also if no manager can start: the other end shows why.
func dial(ctx context.Context, p *Program) error {
	if view.Is(p.In) || view.Is(p.Out) {
		return usagef("dial is for another program, not for a terminal: see devservers host add --help")
	}
	hello := hosts.Hello{Protocol: hosts.Protocol, Version: thisBuild().Version, OS: runtime.GOOS, Arch: runtime.GOARCH}
	f, err := p.finder()
	if err == nil {
		_, _, err = f.Ensure(ctx)
	}
	if err != nil {
		hello.Error = client.AsError(err)
	}
	if _, err := p.Out.Write(hello.Line()); err != nil || hello.Error != nil {
		return errors.Join(err, silent(exitFailed))
	}
	d := &dialed{Finder: f}
	return hosts.Serve(p.In, p.Out, hosts.Far{Connect: d.connect, Beat: d.beat})
}

// dialed is the far end of a pipe.
type dialed struct {
	client.Finder
	starting sync.Mutex
}

// connect connects to the manager's socket, or to its port if it has none. If it is gone, another one is started.
func (d *dialed) connect(ctx context.Context) (net.Conn, error) {
	if c, err := d.reach(ctx); err == nil {
		return c, nil
	}
	d.starting.Lock()
	defer d.starting.Unlock()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), startAgain)
	defer cancel()
	if _, _, err := d.Ensure(ctx); err != nil {
		return nil, err
	}
	return d.reach(ctx)
}

// startAgain bounds the start of a manager that has ended while the pipe was open.
const startAgain = 30 * time.Second

var errNoManager = errors.New("no manager runs")

func (d *dialed) reach(ctx context.Context) (net.Conn, error) {
	st, running, err := home.ReadStatus(d.Dirs)
	if err != nil || !running {
		return nil, errors.Join(err, errNoManager)
	}
	return client.Dial(ctx, st)
}

// beat tells the time and the manager. The token lets in who has this user's pipe anyway.
func (d *dialed) beat() hosts.Beat {
	b := hosts.Beat{Time: time.Now(), Load: hosts.Load()}
	if id, err := process.Identify(os.Getpid()); err == nil {
		b.Boot = id.Boot
	}
	if st, running, err := home.ReadStatus(d.Dirs); err == nil && running {
		b.Instance, b.URL, b.Token, b.Version = st.Instance, st.URL, st.Token, st.Version
	}
	return b
}
