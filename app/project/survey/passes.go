package survey

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/project/code"
	"devservers/app/transcript/text"
)

// proxied matches the address to which a configuration of a frontend passes requests on.
var proxied = text.Lazy(`(?i)(?:proxy|target|api|backend)[^\n]{0,80}(?:localhost|127\.0\.0\.1):(\d{4,5})\b`)

// PassesOn returns the configuration of a directory that passes requests on to a port, and that port.
func (p *Checkout) PassesOn(dir string) (file, port string) {
	for _, entry := range p.List(dir) {
		if !strings.Contains(entry.Name(), ".config.") && !strings.HasPrefix(entry.Name(), "proxy.conf") {
			continue
		}
		file = filepath.Join(dir, entry.Name())
		if m := proxied().FindStringSubmatch(p.Read(".", file)); m != nil {
			return file, m[1]
		}
	}
	return "", ""
}

// WithFlag adds an option to a command; npm passes only what follows -- on to a script.
func WithFlag(command, flag string) string {
	list := code.Words(command)
	if len(list) > 1 && list[0] == "npm" && !slices.Contains(list, "--") {
		return command + " -- " + flag
	}
	return command + " " + flag
}
