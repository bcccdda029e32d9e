package cli

import (
	"context"
	"net/http"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/cli/client"
	"devservers/cli/term"
)

func (p *program) registerCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "register [DIR]",
		Short: "Make a project known",
		Long:  "Make the project in DIR, or in this directory or above, known to the manager. Nothing of it is run.",
		Args:  p.atMost(1),
		RunE:  func(cmd *cobra.Command, args []string) error { return p.registerHere(cmd.Context(), args) },
	}
}

func (p *program) registerHere(ctx context.Context, args []string) error {
	if len(args) > 0 {
		p.named = p.absolute(args[0])
	}
	_, s, err := p.connectAndLook(ctx)
	if err != nil {
		return err
	}
	v, err := s.here()
	if err != nil {
		return err
	}
	if p.json {
		return p.answer(v)
	}
	p.Print(p.projectText(v))
	return nil
}

func (p *program) forgetCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "forget PROJECT",
		Short:             "Stop a project's servers and forget it",
		Long:              "Stop a project's servers and forget it. Its files, and what its servers printed, stay where they are.",
		Args:              p.exactly(1, "the project to forget"),
		ValidArgsFunction: p.completeProjects,
		RunE:              func(cmd *cobra.Command, args []string) error { return p.forget(cmd.Context(), args[0]) },
	}
}

func (p *program) forget(ctx context.Context, name string) error {
	c, err := p.connect(ctx)
	if err != nil {
		return err
	}
	v, err := p.knownProject(ctx, c, name)
	if err != nil {
		return err
	}
	r := client.Request{Method: http.MethodDelete, Path: client.ProjectPath(v.ID), Wait: client.StopWait}
	if err := p.Spin("stopping what runs of "+v.ID, p.json, func() error { return c.Call(ctx, r, nil) }); err != nil {
		return err
	}
	if p.json {
		return p.answer(map[string]string{"forgotten": v.ID})
	}
	s := p.Style(p.Out)
	p.Printf("%s %s is forgotten; its files are untouched\n", s.Done(), s.Paint(term.Bold, v.ID))
	return nil
}

// knownProject finds a project without registering anything.
func (p *program) knownProject(ctx context.Context, c *client.Client, name string) (app.ProjectView, error) {
	var s scope
	if err := c.Get(ctx, "/api/projects", nil, &s.projects); err != nil {
		return app.ProjectView{}, err
	}
	if isPath(name) {
		if v, ok := s.at(p.absolute(name)); ok {
			return v, nil
		}
	}
	return s.project(name)
}
