package cli

import (
	"context"
	"io"
	"net"
	"os/user"
	"runtime"
	"strings"

	"github.com/cli/browser"
	"github.com/spf13/cobra"

	"devservers/cli/client"
)

func openCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use:     "open",
		Aliases: []string{"ui"},
		Short:   "Open the web UI",
		Long: "Open the web UI in the browser, if there is a display, and print a link. The link works once, within " +
			"2m, and signs the browser in. In an SSH session it also prints the command that makes the link work on your own " +
			"machine.",
		Args: atMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error { return openUI(cmd.Context(), p) },
	}
}

func openUI(ctx context.Context, p *Program) error {
	c, err := p.Connect(ctx)
	if err != nil {
		return err
	}
	if client.Agent(p.Getenv) != "" {
		page := c.Manager().URL
		return p.Done(map[string]any{"url": page, "opened": false}, p.view().Link(page)+
			" (a link that signs in is only for people: devservers open, in a terminal of their own)")
	}
	var link struct {
		URL string `json:"url"`
	}
	if err := c.Post(ctx, "/api/login", nil, &link); err != nil {
		return err
	}
	opened := hasDisplay(p.Getenv) && browse(link.URL)
	text := "open this within 2m: "
	if opened {
		text = "opened in your browser: "
	}
	text += p.view().Link(link.URL)
	tunnel := ""
	if _, port, err := net.SplitHostPort(strings.TrimPrefix(c.Manager().URL, "http://")); err == nil && !opened {
		if tunnel = tunnelCommand(p.Getenv, port); tunnel != "" {
			text += "\n  on your own machine, first: " + tunnel
		}
	}
	return p.Done(map[string]any{"url": link.URL, "opened": opened, "tunnel": tunnel}, text)
}

// tunnelCommand returns what makes the manager's port reachable on the machine from which this SSH session comes, under
// the same number, as links and named URLs have it; "" outside of SSH.
func tunnelCommand(getenv func(string) string, port string) string {
	connection := strings.Fields(getenv("SSH_CONNECTION")) // client, its port, this machine, its port
	if len(connection) != 4 {
		return ""
	}
	at := ""
	if connection[3] != "22" {
		at = "-p " + connection[3] + " "
	}
	return "ssh -N -L " + port + ":localhost:" + port + " " + at + userName(getenv) + "@" + connection[2]
}

// userName returns the name under which the person signed in here.
func userName(getenv func(string) string) string {
	if name := getenv("USER"); name != "" {
		return name
	}
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return "USER"
}

// hasDisplay reports whether a browser that is opened here would be seen.
func hasDisplay(getenv func(string) string) bool {
	if runtime.GOOS == "darwin" {
		return getenv("SSH_CONNECTION") == ""
	}
	return getenv("DISPLAY") != "" || getenv("WAYLAND_DISPLAY") != ""
}

// browse opens the browser and discards its output.
func browse(link string) bool {
	browser.Stdout, browser.Stderr = io.Discard, io.Discard
	return browser.OpenURL(link) == nil
}
