package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/cli/client"
	"devservers/cli/term"
)

func whyCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "why NAME",
		Short: "Explain what is wrong with a server, with evidence and a fix",
		Long: `Explain what is wrong with a server or task: who holds its port, which package or variable is missing, whether it waits
for input, listens on another port, ran out of memory ... Each finding comes with its evidence and the next step.
It starts nothing, and also works for running and stopped servers.`,
		Args:              exactlyOne("a server or task"),
		ValidArgsFunction: completer{p}.all,
		RunE:              func(cmd *cobra.Command, args []string) error { return diagnose(cmd.Context(), p, args[0]) },
	}
}

func diagnose(ctx context.Context, p *program, name string) error {
	s, st, err := p.target(ctx, name)
	if err != nil {
		return err
	}
	var d app.Diagnosis
	if err := s.Get(ctx, client.ServerPath(st)+"/why", nil, &d); err != nil {
		return err
	}
	return p.show(d, func() string { return diagnosisText(p.view(), d) })
}

// diagnosisText draws the findings, each with its evidence and the next step below.
func diagnosisText(v view, d app.Diagnosis) string {
	sign := v.Done()
	if len(d.Findings) > 0 {
		sign = v.Cross()
	}
	text := v.hang(sign+" ", term.Plain(d.Message), 2)
	for _, f := range d.Findings {
		text += "\n" + findingText(v, f)
	}
	for _, line := range d.Output {
		text += v.quoted(line, 2)
	}
	return text
}

func findingText(v view, f app.Finding) string {
	kind, lines := string(f.Kind), strings.Split(f.Problem, "\n")
	text := v.hang("  "+v.Paint(term.BoldRed, kind)+"  ", term.Plain(lines[0]), 4+term.Columns(kind))
	for _, line := range lines[1:] {
		text += "    " + term.Plain(line) + "\n"
	}
	for _, e := range f.Evidence {
		text += term.Hang("    ", term.Plain(e), 4, v.width, v.Style)
	}
	if f.Fix != "" {
		text += v.hang("    "+v.Paint(term.Cyan, v.Arrow())+" ", term.Plain(f.Fix), 6)
	}
	return text
}
