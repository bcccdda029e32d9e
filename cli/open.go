package cli

import (
	"context"
	"io"
	"runtime"

	"github.com/cli/browser"
	"github.com/spf13/cobra"
)

func openCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use:     "open",
		Aliases: []string{"ui"},
		Short:   "Open the web UI",
		Long: "Open the web UI in the browser, if there is a display, and print a link. The link works once, within " +
			"30s, and signs the browser in.",
		Args: AtMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error { return openUI(cmd.Context(), p) },
	}
}

func openUI(ctx context.Context, p *Program) error {
	c, err := p.Connect(ctx)
	if err != nil {
		return err
	}
	var link struct {
		URL string `json:"url"`
	}
	if err := c.Post(ctx, "/api/login", nil, &link); err != nil {
		return err
	}
	opened := hasDisplay(p.Getenv) && browse(link.URL)
	text := "open this within 30s: "
	if opened {
		text = "opened in your browser: "
	}
	return p.Done(map[string]any{"url": link.URL, "opened": opened}, text+p.View().Link(link.URL))
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
