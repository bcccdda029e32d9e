package base

import (
	"runtime"
	"runtime/debug"

	"devservers/cli/client"
)

// Build is the version information of this program.
type Build struct {
	Version  string `json:"version"`
	Module   string `json:"module"`
	Revision string `json:"revision,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
	Path     string `json:"path"`
}

// ThisBuild returns the version information of this program.
func ThisBuild() Build {
	b := Build{Version: "devel", Module: "devservers", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
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
