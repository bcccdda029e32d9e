package cli

import (
	"context"
	"net/http"
	"net/url"
	"os"
	"time"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/hosts"
	"devservers/cli/client"
	"devservers/cli/view"
)

func hostCommand(p *Program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "host",
		Short: "Use servers on another machine or in a container",
		Long: `Use servers on another machine, in a container or in a pod through a command that leads there, such as ssh or
docker exec. devservers has to be installed there; no port is opened. Names of things there begin with the host's:

  devservers host add box ssh://me@box
  devservers start box:shop/web
  devservers logs -f box:shop/web

"box:" alone is all of it: devservers status box:`,
		Args: noCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(hostAddCommand(p), hostListCommand(p), hostCheckCommand(p), hostUpgradeCommand(p), hostRemoveCommand(p),
		hostAgentsCommand(p))
	return cmd
}

func hostAddCommand(p *Program) *cobra.Command {
	var agents bool
	cmd := &cobra.Command{
		Use:   "add NAME ADDRESS",
		Short: "Add a host and connect to it",
		Long: `Add a host and connect to it. ADDRESS is one of

  ssh://[USER@]HOST[:PORT]             your ssh: its configuration, keys, agent and jump hosts
  docker://[USER@]CONTAINER            docker exec -i; podman:// is the same with podman
  kubectl://NAMESPACE/POD[/CONTAINER]  kubectl exec -i; ?context=NAME chooses a context
  'exec:COMMAND devservers dial'       any command that leads to devservers dial

The projects of a host are trusted there, not here. Agents on this machine can't use it until you allow that.`,
		Example: "  devservers host add box ssh://me@box\n  devservers host add api docker://shop-api-1\n" +
			"  devservers host add vm 'exec:limactl shell work devservers dial'",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return wrongCall(cmd, "name the host and its address")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return hostAdd(cmd.Context(), p, args[0], args[1], agents)
		},
	}
	cmd.Flags().BoolVar(&agents, "allow-agents", false, "let agents on this machine use it")
	return cmd
}

func hostListCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use: "list", Aliases: []string{"ls"}, Short: "List hosts, whether each is reachable, and what runs there",
		Args: atMost(0), RunE: connected(p, func(ctx context.Context, p *Program, c *client.Client, _ []string) error {
			return listed(ctx, p, c, "/api/hosts", nil, view.View.Hosts)
		}),
	}
}

func hostCheckCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use: "check NAME", Short: "Connect to a host now, and show each step",
		Long: `Connect to a host now, and show how far that got. In a terminal, ssh may ask there for what it needs: the key of a new
host, a passphrase. Later connections can't ask; they use what ssh-agent, your configuration and known_hosts know.`,
		Args: exactlyOne("the host"), ValidArgsFunction: p.Complete().hosts,
		RunE: connected(p, hostCheck),
	}
}

func hostRemoveCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use: "remove NAME", Aliases: []string{"rm"}, Short: "Forget a host; its servers keep running",
		Args: exactlyOne("the host"), ValidArgsFunction: p.Complete().hosts,
		RunE: connected(p, func(ctx context.Context, p *Program, c *client.Client, args []string) error {
			r := client.Request{Method: http.MethodDelete, Path: hostPath(args[0], "")}
			if err := c.Call(ctx, r, nil); err != nil {
				return err
			}
			return p.Done(map[string]string{"removed": args[0]}, "forgot "+view.Plain(args[0])+"; its servers keep running")
		}),
	}
}

func hostAgentsCommand(p *Program) *cobra.Command {
	var off bool
	cmd := &cobra.Command{
		Use: "allow-agents NAME", Short: "Let agents on this machine use a host",
		Args: exactlyOne("the host"), ValidArgsFunction: p.Complete().hosts,
		RunE: connected(p, func(ctx context.Context, p *Program, c *client.Client, args []string) error {
			var v app.HostView
			if err := c.Post(ctx, hostPath(args[0], "/agents"), map[string]bool{"agents": !off}, &v); err != nil {
				return err
			}
			text := "agents can use " + v.Name + ": devservers host allow-agents --off " + v.Name + " ends that"
			if off {
				text = "agents can no longer use " + v.Name
			}
			return p.Done(v, text)
		}),
	}
	cmd.Flags().BoolVar(&off, "off", false, "no longer")
	return cmd
}

func hostPath(name, action string) string { return "/api/hosts/" + url.PathEscape(name) + action }

// hostEnv are the variables of this shell with which ssh and others find what they need.
func hostEnv() map[string]string {
	env := map[string]string{}
	for _, name := range hosts.Passed {
		env[name] = os.Getenv(name)
	}
	return env
}

// hostWait is how long the manager may take to connect.
const hostWait = 40 * time.Second

func hostAdd(ctx context.Context, p *Program, name, address string, agents bool) error {
	way, err := hosts.ParseAddress(address)
	if err != nil {
		return err
	}
	c, err := p.Connect(ctx)
	if err != nil {
		return err
	}
	var v app.HostView
	r := client.Request{Method: http.MethodPost, Path: "/api/hosts", Wait: hostWait,
		Body: map[string]any{"name": name, "address": address, "agents": agents, "env": hostEnv()}}
	if err := p.call(ctx, c, "connecting to "+view.Plain(name), r, &v); err != nil {
		return err
	}
	return hostReached(ctx, p, c, way, v)
}

func hostCheck(ctx context.Context, p *Program, c *client.Client, args []string) error {
	v, err := hostLook(ctx, p, c, args[0])
	if err != nil {
		return err
	}
	way, err := hosts.ParseAddress(v.Address)
	if err != nil {
		return err
	}
	return hostReached(ctx, p, c, way, v)
}

func hostLook(ctx context.Context, p *Program, c *client.Client, name string) (v app.HostView, err error) {
	r := client.Request{Method: http.MethodPost, Path: hostPath(name, "/check"), Wait: hostWait,
		Body: map[string]any{"env": hostEnv()}}
	return v, p.call(ctx, c, "connecting to "+view.Plain(name), r, &v)
}

// hostReached shows a host. If ssh could not connect without a person, it may ask this one first.
func hostReached(ctx context.Context, p *Program, c *client.Client, way hosts.Way, v app.HostView) error {
	ask := way.Ask()
	if v.Step == string(hosts.StepConnect) && ask != nil && p.Person() && !p.JSON && client.Agent(p.Getenv) == "" {
		p.note("ssh could not connect without you: " + view.Plain(v.Reason))
		if err := p.runHere(ctx, ask); err == nil {
			if v, err = hostLook(ctx, p, c, v.Name); err != nil {
				return err
			}
		}
	}
	if err := p.show(v, func() string { return p.view().Host(v) }); err != nil {
		return err
	}
	if v.State != app.HostReachable {
		return silent(exitCutOff)
	}
	return nil
}
