package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/cli/client"
	"devservers/cli/term"
)

func (p *program) whyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "why NAME",
		Short: "Say what is wrong with a server, how that is known, and what to do",
		Long: `Say what is wrong with a server or task: who holds its port, which package or variable is missing, whether it waits for
an answer, listens elsewhere, ran out of memory ... Each finding comes with what shows it, and with the next step.
It starts nothing; a server that is up or stopped is looked at just the same.`,
		Args:              p.exactly(1, "a server or task"),
		ValidArgsFunction: p.completeAll,
		RunE:              func(cmd *cobra.Command, args []string) error { return p.why(cmd.Context(), args[0]) },
	}
}

func (p *program) why(ctx context.Context, name string) error {
	c, st, err := p.connectTo(ctx, name)
	if err != nil {
		return err
	}
	var d app.Diagnosis
	if err := c.Get(ctx, client.ServerPath(st)+"/why", nil, &d); err != nil {
		return err
	}
	if p.json {
		return p.answer(d)
	}
	p.Print(p.diagnosis(d))
	return nil
}

// diagnosis is what was found, each cause with its evidence below and the step to take.
func (p *program) diagnosis(d app.Diagnosis) string {
	s, width := p.Style(p.Out), p.Width(p.Out)
	sign := s.Done()
	if len(d.Findings) > 0 {
		sign = s.Cross()
	}
	text := term.Hang(sign+" ", term.Plain(d.Message), 2, width, term.Style{})
	for _, f := range d.Findings {
		text += "\n" + p.finding(s, f, width)
	}
	for _, line := range d.Output {
		text += "  " + s.Paint(term.Dim, term.Clip(s.Bar()+" "+term.Plain(line), width-2, s)) + "\n"
	}
	return text
}

func (p *program) finding(s term.Style, f app.Finding, width int) string {
	kind, lines := string(f.Kind), strings.Split(f.Problem, "\n")
	text := term.Hang("  "+s.Paint(term.BoldRed, kind)+"  ", term.Plain(lines[0]), 4+term.Columns(kind), width, term.Style{})
	for _, line := range lines[1:] {
		text += "    " + term.Plain(line) + "\n"
	}
	for _, e := range f.Evidence {
		text += term.Hang("    ", term.Plain(e), 4, width, s)
	}
	if f.Fix != "" {
		text += term.Hang("    "+s.Paint(term.Cyan, s.Arrow())+" ", term.Plain(f.Fix), 6, width, term.Style{})
	}
	return text
}
