package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"devservers/app/base/words"
	"devservers/cli/view"
)

// Level is how serious a finding is.
type Level string

// The levels.
const (
	OK      Level = "ok"
	Warning Level = "warning"
	Wrong   Level = "wrong" // servers, or devservers itself, can't work like this
)

// CheckResult is the result of one check.
type CheckResult struct {
	Check   string `json:"check"`
	Level   Level  `json:"level"`
	Message string `json:"message"`
	Fix     string `json:"fix,omitempty"`   // what to do
	Fixed   bool   `json:"fixed,omitempty"` // --fix did it
	repair  func() error
}

// DoctorCommand is doctor.
func DoctorCommand(p *Program) *cobra.Command {
	var fix bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check this machine and devservers' own files",
		Long: `Check this machine for anything that keeps servers from starting, being found or being watched: the manager and its
port, its files, other programs called devservers, system limits, names below localhost, the environment that servers
inherit, disk space, and the configuration of coding agents. Each finding includes a fix. Nothing is started.

Exit code 1 if something is wrong; warnings don't count.`,
		Args: AtMost(0),
		RunE: func(*cobra.Command, []string) error { return runDoctor(p, fix) },
	}
	cmd.Flags().BoolVar(&fix, "fix", false, "apply safe fixes: permissions of devservers' own directories")
	return cmd
}

func runDoctor(p *Program, fix bool) error {
	var findings []CheckResult
	for _, check := range checks {
		findings = append(findings, check(p)...)
	}
	wrong := 0
	for i := range findings {
		f := &findings[i]
		if fix && f.repair != nil && f.repair() == nil {
			f.Fixed, f.Level = true, OK
		}
		if f.Level == Wrong {
			wrong++
		}
	}
	if err := p.Show(map[string]any{"findings": findings, "wrong": wrong},
		func() string { return drawFindings(p, findings, wrong) }); err != nil {
		return err
	}
	if wrong > 0 {
		return Silent(ExitFailed)
	}
	return nil
}

func drawFindings(p *Program, findings []CheckResult, wrong int) string {
	v := p.View()
	signs := map[Level]string{OK: v.Done(), Warning: v.Paint(view.Yellow, "!"), Wrong: v.Cross()}
	wide, text, warnings := 0, "", 0
	for _, f := range findings {
		wide = max(wide, len(f.Check))
		if f.Level == Warning {
			warnings++
		}
	}
	for _, f := range findings {
		if f.Fixed {
			f.Message += "; this is fixed now"
		}
		text += v.Hang(signs[f.Level]+" "+v.Paint(view.Bold, f.Check)+strings.Repeat(" ", wide-len(f.Check)+2),
			view.Plain(f.Message), wide+4)
		if f.Fix != "" && f.Level != OK {
			text += v.Hang(strings.Repeat(" ", wide+4)+v.Arrow()+" ", f.Fix, wide+6)
		}
	}
	if wrong+warnings == 0 {
		return text + "\nAll is well.\n"
	}
	return text + "\n" + words.Count(wrong, "problem") + ", " + words.Count(warnings, "warning") + "\n"
}
