package app

import (
	"strings"
)

// maxLabel is the longest part of a host name between dots (RFC 1035 2.3.4).
const maxLabel = 63

// HostName returns the name under which the manager passes requests on to a server, without its port:
// web.shop.localhost, and web.shop--feature-x.localhost in the worktree of branch feature-x. It is "" if the names
// can't be part of one, or if pages under it could set cookies for the manager's own (devservers.localhost).
func HostName(ref Ref) string {
	project, branch, linked := strings.Cut(ref.Project, "@")
	server, label := hostLabel(ref.Name), hostLabel(project)
	if linked {
		label += "--" + hostLabel(branch)
	}
	if server == "" || label == "" || len(server) > maxLabel || len(label) > maxLabel || label == "devservers" {
		return ""
	}
	return server + "." + label + ".localhost"
}

// hostLabel returns a name in the letters of a host name (RFC 1123 2.1), or "".
func hostLabel(name string) string {
	label := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}, name)
	return strings.Trim(label, "-")
}
