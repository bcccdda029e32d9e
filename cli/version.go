package cli

import (
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"devservers/cli/client"
	"devservers/cli/view"
)

func versionCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print version information",
		Args:  atMost(0),
		RunE:  func(*cobra.Command, []string) error { return showVersion(p) },
	}
}

func showVersion(p *Program) error {
	b := thisBuild()
	return p.show(b, func() string { return buildText(p.view(), b) })
}

func buildText(v view.View, b build) string {
	text := v.Paint(view.Bold, "devservers") + " " + b.Version + "\n"
	for _, fact := range [][2]string{{"module", b.Module}, {"revision", b.Revision}, {"date", b.Date},
		{"go", b.Go + " " + b.Platform}, {"path", b.Path}} {
		if fact[1] != "" {
			text += "  " + v.Paint(view.Dim, view.Pad(fact[0], 8)) + " " + fact[1] + "\n"
		}
	}
	return text
}

type build struct {
	Version  string `json:"version"`
	Module   string `json:"module"`
	Revision string `json:"revision,omitempty"`
	Date     string `json:"date,omitempty"` // of the commit
	Go       string `json:"go"`
	Platform string `json:"platform"`
	Path     string `json:"path"`
}

func thisBuild() build {
	b := build{Version: "devel", Module: "devservers", Go: runtime.Version(), Platform: runtime.GOOS + "/" +
		runtime.GOARCH}
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
		switch setting.Key {
		case "vcs.revision":
			b.Revision = setting.Value
		case "vcs.time":
			b.Date = setting.Value
		}
	}
	if b.Version == "devel" || strings.HasSuffix(b.Version, "+dirty") {
		b.Version += buildMark(b.Path)
	}
	return b
}

// buildMark tells builds of changed sources apart, which have the same version: a part of the ID that Go writes near
// the begin of a program, which depends on its content. It is empty if there is none.
func buildMark(exe string) string {
	f, err := os.Open(exe)
	if err != nil {
		return ""
	}
	defer f.Close()
	head := make([]byte, 8<<10)
	n, _ := io.ReadFull(f, head)
	for _, before := range []string{"\x04\x00\x00\x00Go\x00\x00", "Go build ID: \""} { // in ELF and Mach-O files
		if _, id, found := strings.Cut(string(head[:n]), before); found {
			if parts := strings.SplitN(id, "/", 4); len(parts) == 4 && len(parts[3]) >= 8 {
				return "." + parts[3][:8]
			}
		}
	}
	return ""
}
