package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"devservers/app/base/words"
	"devservers/cli/view"
)

// checkLevel is how serious a finding is.
type checkLevel string

// The levels.
const (
	checkOK      checkLevel = "ok"
	checkWarning checkLevel = "warning"
	checkWrong   checkLevel = "wrong" // servers, or devservers itself, can't work like this
)

type checkResult struct {
	Check   string     `json:"check"`
	Level   checkLevel `json:"level"`
	Message string     `json:"message"`
	Fix     string     `json:"fix,omitempty"`   // what to do
	Fixed   bool       `json:"fixed,omitempty"` // --fix did it
	repair  func() error
}

// finding returns the only result of a check.
func finding(level checkLevel, check, message, fix string) []checkResult {
	return []checkResult{{Check: check, Level: level, Message: message, Fix: fix}}
}

func doctorCommand(p *Program) *cobra.Command {
	var fix bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check this machine and devservers' own files",
		Long: `Check this machine for anything that keeps servers from starting, being found or being watched: the manager and its
port, its files, other programs called devservers, system limits, names below localhost, the environment that servers
inherit, disk space, and the configuration of coding agents. Each finding includes a fix. Nothing is started.

Exit code 1 if something is wrong; warnings don't count.`,
		Args: atMost(0),
		RunE: func(*cobra.Command, []string) error { return runDoctor(p, fix) },
	}
	cmd.Flags().BoolVar(&fix, "fix", false, "apply safe fixes: permissions of devservers' own directories")
	return cmd
}

func runDoctor(p *Program, fix bool) error {
	var findings []checkResult
	for _, check := range checks {
		findings = append(findings, check(p)...)
	}
	wrong := 0
	for i := range findings {
		f := &findings[i]
		if fix && f.repair != nil && f.repair() == nil {
			f.Fixed, f.Level = true, checkOK
		}
		if f.Level == checkWrong {
			wrong++
		}
	}
	if err := p.show(map[string]any{"findings": findings, "wrong": wrong},
		func() string { return drawFindings(p, findings, wrong) }); err != nil {
		return err
	}
	if wrong > 0 {
		return silent(exitFailed)
	}
	return nil
}

func drawFindings(p *Program, findings []checkResult, wrong int) string {
	v := p.view()
	signs := map[checkLevel]string{checkOK: v.Done(), checkWarning: v.Paint(view.Yellow, "!"), checkWrong: v.Cross()}
	wide, text, warnings := 0, "", 0
	for _, f := range findings {
		wide = max(wide, len(f.Check))
		if f.Level == checkWarning {
			warnings++
		}
	}
	for _, f := range findings {
		if f.Fixed {
			f.Message += "; this is fixed now"
		}
		text += v.Hang(signs[f.Level]+" "+v.Paint(view.Bold, f.Check)+strings.Repeat(" ", wide-len(f.Check)+2),
			view.Plain(f.Message), wide+4)
		if f.Fix != "" && f.Level != checkOK {
			text += v.Hang(strings.Repeat(" ", wide+4)+v.Arrow()+" ", f.Fix, wide+6)
		}
	}
	if wrong+warnings == 0 {
		return text + "\nAll is well.\n"
	}
	return text + "\n" + words.Count(wrong, "problem") + ", " + words.Count(warnings, "warning") + "\n"
}
