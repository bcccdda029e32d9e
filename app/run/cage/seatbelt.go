package cage

import (
	"fmt"
	"strings"
)

// seatbelt returns the profile for sandbox-exec(1). The last rule that matches counts.
func (p *Plan) seatbelt() string {
	var b strings.Builder
	rule := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	rule("(version 1)\n(allow default)\n(deny file-write*)")
	rule(`(allow file-write* (subpath "/dev"))`)
	rule("(deny process-info* (target others))\n(deny signal (target others))\n(allow signal (target same-sandbox))")
	rule("(deny mach-task-name)\n(deny mach-priv-task-port)")
	for _, m := range p.mounts() {
		switch path := quoted(m.path); m.how {
		case hide:
			rule("(deny file-read* file-write* (subpath %s))\n(allow file-read-metadata (literal %s))", path, path)
		case writable:
			rule("(allow file-read* file-write* (subpath %s))", path)
		default:
			rule("(allow file-read* (subpath %s))\n(deny file-write* (subpath %s))", path, path)
		}
	}
	p.seatbeltNetwork(rule)
	return b.String()
}

// seatbeltNetwork writes the rules of the network. Seatbelt knows no addresses but localhost and *.
func (p *Plan) seatbeltNetwork(rule func(string, ...any)) {
	if p.Network != NetworkAll {
		rule("(deny network-outbound (remote ip))")
	}
	rule(`(deny network-outbound (remote ip "localhost:*"))` + "\n" + `(deny network-outbound (remote unix-socket))`)
	if p.Network == NetworkAll {
		rule(`(allow network-outbound (literal "/private/var/run/mDNSResponder"))`)
	}
	for _, port := range p.Ports {
		rule(`(allow network-outbound (remote ip "localhost:%d"))`, port)
	}
	for _, port := range p.Others {
		rule(`(deny network-bind (local ip "*:%d"))`, port)
	}
	rule(`(allow network-outbound (subpath %s))`, quoted(p.Dir))
}

// quoted returns a string of the profile's language.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}
