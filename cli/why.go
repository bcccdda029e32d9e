package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"devservers/app"
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
	if err := c.get(ctx, serverPath(st)+"/why", nil, &d); err != nil {
		return err
	}
	if p.json {
		return p.answer(d)
	}
	p.print(p.diagnosis(d))
	return nil
}

// diagnosis is what was found, each cause with its evidence below and the step to take.
func (p *program) diagnosis(d app.Diagnosis) string {
	s, width := p.style(p.out), p.width(p.out)
	sign := s.done()
	if len(d.Findings) > 0 {
		sign = s.cross()
	}
	text := hang(sign+" ", plain(d.Message), 2, width, style{})
	for _, f := range d.Findings {
		text += "\n" + p.finding(s, f, width)
	}
	for _, line := range d.Output {
		text += "  " + s.paint(dim, clip(s.bar()+" "+plain(line), width-2, s)) + "\n"
	}
	return text
}

func (p *program) finding(s style, f app.Finding, width int) string {
	lines := strings.Split(f.Problem, "\n")
	text := hang("  "+s.paint(boldRed, f.Kind)+"  ", plain(lines[0]), 4+visible(f.Kind), width, style{})
	for _, line := range lines[1:] {
		text += "    " + plain(line) + "\n"
	}
	for _, e := range f.Evidence {
		text += hang("    ", plain(e), 4, width, s)
	}
	if f.Fix != "" {
		text += hang("    "+s.paint(cyan, s.arrow())+" ", plain(f.Fix), 6, width, style{})
	}
	return text
}
