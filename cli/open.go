package cli

import (
	"context"
	"io"
	"runtime"

	"devservers/cli/client"

	"github.com/cli/browser"
	"github.com/spf13/cobra"

	"devservers/cli/term"
)

func (p *program) openCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "open",
		Aliases: []string{"ui"},
		Short:   "Open the web UI",
		Long:    "Make a link that signs a browser in, once and for 30 seconds; open the browser where there is a display, and print the link.",
		Args:    p.atMost(0),
		RunE:    func(cmd *cobra.Command, _ []string) error { return p.open(cmd.Context()) },
	}
}

func (p *program) open(ctx context.Context) error {
	c, err := p.connect(ctx)
	if err != nil {
		return err
	}
	link, err := p.link(ctx, c)
	if err != nil {
		return err
	}
	opened := p.hasDisplay() && browse(link)
	if p.json {
		return p.answer(map[string]any{"url": link, "opened": opened})
	}
	s := p.Style(p.Out)
	text := "open this within 30 s: "
	if opened {
		text = "opened in your browser: "
	}
	p.Printf("%s %s%s\n", s.Done(), text, s.Paint(term.Cyan, link))
	return nil
}

// link is a one-time address that signs a browser in.
func (p *program) link(ctx context.Context, c *client.Client) (string, error) {
	var answer struct {
		URL string `json:"url"`
	}
	err := c.Post(ctx, "/api/login", nil, &answer)
	return answer.URL, err
}

// hasDisplay tells whether a browser that is opened here would be seen.
func (p *program) hasDisplay() bool {
	if runtime.GOOS == "darwin" {
		return p.Getenv("SSH_CONNECTION") == ""
	}
	return p.Getenv("DISPLAY") != "" || p.Getenv("WAYLAND_DISPLAY") != ""
}

// browse opens the browser; what it prints is none of ours.
func browse(link string) bool {
	browser.Stdout, browser.Stderr = io.Discard, io.Discard
	return browser.OpenURL(link) == nil
}
