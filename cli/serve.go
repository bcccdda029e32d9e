package cli

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/lmittmann/tint"
	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/base/home"
	"devservers/cli/client"
	"devservers/cli/view"
)

type serveOptions struct {
	port       int
	portGiven  bool
	background bool // started by another command, which waits for the verdict
	keep       bool
	debug      bool
	pprof      bool
}

func serveCommand(p *Program) *cobra.Command {
	var o serveOptions
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the manager in the foreground",
		Long: `Run the manager in the foreground. Other commands start it in the background when they need it.

TERM and Ctrl-C stop it and all servers; a second one stops it immediately. HUP reloads the configuration.
The port is --port, DEVSERVERS_PORT, settings.port in your config.yml, or 7912, in this order; 0 picks a free one.`,
		Args: atMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.portGiven = cmd.Flags().Changed("port")
			return o.run(cmd.Context(), p)
		},
	}
	f := cmd.Flags()
	f.IntVar(&o.port, "port", 0, "port on 127.0.0.1 and [::1]; 0 for a free one")
	f.BoolVar(&o.keep, "keep-servers", false, "leave servers running for the next manager when it stops")
	f.BoolVar(&o.debug, "debug", false, "more log output")
	f.BoolVar(&o.pprof, "pprof", false, "serve profiles of the manager for go tool pprof and log their addresses")
	f.BoolVar(&o.background, "background", false, "")
	_ = f.MarkHidden("background")
	return cmd
}

// run runs a manager to its end. In the background, a failure to start goes to the command that waits for it.
func (o serveOptions) run(ctx context.Context, p *Program) error {
	var ready client.Ready
	if o.background {
		ready = client.OpenReady()
	}
	m, err := o.start(ctx, p)
	if err != nil {
		ready.Tell(verdictOf(err))
		return err
	}
	ready.Tell(client.Verdict{Status: m.Status()})
	o.greet(p, m.Log, m.Status())
	return m.Run(ctx)
}

// start assembles a manager. That another one runs, or has the port, has an exit code of its own.
func (o serveOptions) start(ctx context.Context, p *Program) (*Manager, error) {
	dirs, err := p.findDirs()
	if err == nil {
		err = dirs.Make()
	}
	if err != nil {
		return nil, err
	}
	port, given := o.port, o.portGiven
	if !given {
		if port, given, err = client.ParsePort(p.Getenv(client.PortVariable)); err != nil {
			return nil, err
		}
	}
	m, err := New(ctx, Options{
		Dirs: dirs, Port: port, PortGiven: given, Version: thisBuild().Version,
		Keep: o.keep, Pprof: o.pprof, Terminal: !o.background && view.Is(p.Err), Log: logger(p, o),
	})
	var failure *app.Error
	switch {
	case errors.As(err, new(*home.AlreadyRunning)):
		return nil, &exit{Code: exitRunning, Err: errors.Join(app.Failf(app.CodeConflict,
			"use it: devservers status; or stop it and its servers: devservers stop --all", "%v", err), err)}
	case errors.As(err, &failure) && failure.Code == app.CodePortInUse:
		return nil, &exit{Code: exitPort, Err: err}
	}
	return m, err
}

// verdictOf reports why there is no new manager. Another one that runs is as good as a new one.
func verdictOf(err error) client.Verdict {
	var other *home.AlreadyRunning
	if errors.As(err, &other) && other.Status.PID != 0 {
		return client.Verdict{Status: other.Status}
	}
	return client.Verdict{Error: client.AsError(err), Exit: exitCode(err)}
}

// logger returns the manager's own log: for people on a terminal, with the date in a file.
func logger(p *Program, o serveOptions) *slog.Logger {
	level, layout := slog.LevelInfo, time.TimeOnly
	if o.debug {
		level = slog.LevelDebug
	}
	if o.background {
		layout = time.DateTime
	}
	return slog.New(tint.NewTextHandler(p.Err, &tint.Options{Level: level, TimeFormat: layout, NoColor: !p.Color(p.Err)}))
}

// greet shows a person where the manager is.
func (o serveOptions) greet(p *Program, log *slog.Logger, st home.Status) {
	if o.background {
		log.Info("manager started", "url", st.URL, "pid", st.PID)
		return
	}
	v := p.view()
	p.Printf("%s manager at %s (PID %d); Ctrl-C stops it and its servers\n", v.Done(), v.Link(st.URL), st.PID)
}
