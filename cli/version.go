package cli

import (
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"devservers/cli/client"
	"devservers/cli/term"
	"devservers/cli/view"
)

// buildText is the version information of this program.
type build struct {
	Version  string `json:"version"`
	Module   string `json:"module"`
	Revision string `json:"revision,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
	Path     string `json:"path"`
}

func thisBuild() build {
	b := build{Version: "devel", Module: "devservers", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	b.Path, _ = client.Executable()
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	b.Module = info.Main.Path
	if v := info.Main.Version; v != "" && v != "(devel)" {
		b.Version = v
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			b.Revision = setting.Value
		}
	}
	return b
}

func versionCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print version information",
		Args:  atMost(0),
		RunE: func(*cobra.Command, []string) error {
			b := thisBuild()
			return p.show(b, func() string { return buildText(p.view(), b) })
		},
	}
}

func buildText(v view.View, b build) string {
	text := v.Paint(term.Bold, "devservers") + " " + b.Version + "\n"
	for _, fact := range [][2]string{{"module", b.Module}, {"revision", b.Revision}, {"go", b.Go + " " + b.Platform}, {"path", b.Path}} {
		if fact[1] != "" {
			text += "  " + v.Paint(term.Dim, term.Pad(fact[0], 8)) + " " + fact[1] + "\n"
		}
	}
	return text
}
