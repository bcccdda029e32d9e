//go:build storybook

package cli

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"devservers/app/web/story"
)

func init() { extra = append(extra, storybookCommand) }

// storybookCommand is for work on the pages: go run -tags storybook . storybook
func storybookCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use:    "storybook",
		Short:  "Serve every view of the web UI in every state, with sample data",
		Hidden: true,
		Args:   atMost(0),
		RunE:   func(cmd *cobra.Command, _ []string) error { return serveStorybook(cmd.Context(), p) },
	}
}

func serveStorybook(ctx context.Context, p *Program) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp4", "127.0.0.1:0")
	if err != nil {
		return err
	}
	p.Printf("http://%s\n", listener.Addr())
	server := &http.Server{Handler: story.Handler(), ReadHeaderTimeout: 5 * time.Second}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
