package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"devservers/app/base/words"
	"devservers/app/config/yml"
)

// Sandbox is what a server in a sandbox may do beyond its project and the caches of its tools.
type Sandbox struct {
	Declared bool     // the file has the key
	On       bool     // it runs in one
	Network  string   // all (default) or loopback
	Hosts    []string // lower case: of a Network of loopback, what it reaches beyond
	Ports    []int    // of this machine that it may connect to
	Read     []string // as written: absolute, ~/... or in the project
	Write    []string // likewise
}

// The values of Network.
const (
	NetworkAll      = "all"
	NetworkLoopback = "loopback"
)

const sandboxForm = "write true, false, or what it may use, such as sandbox: {network: loopback}"

// sandboxRows are the keys of a sandbox.
var sandboxRows = []row[*serverReader]{
	{name: "network", read: (*serverReader).readNetwork, preset: `"all"`,
		value: `{"anyOf": [{"enum": ["all", "loopback"]}, {"type": "array", "items": {"type": "string"}}]}`,
		about: "all, loopback, or the hosts it reaches beyond the loopback."},
	{name: "ports", read: (*serverReader).readSandboxPorts,
		value: `{"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}]}`,
		about: "Ports of this machine that it may connect to."},
	{name: "read", value: `{"$ref": "#/$defs/strings"}`,
		read:  func(s *serverReader, v *yml.Node, key string) { s.Sandbox.Read = s.sandboxPaths(v, key) },
		about: "Files and directories outside the project that it may read."},
	{name: "write", value: `{"$ref": "#/$defs/strings"}`,
		read:  func(s *serverReader, v *yml.Node, key string) { s.Sandbox.Write = s.sandboxPaths(v, key) },
		about: "Files and directories outside the project that it may change."},
}

func (s *serverReader) readSandbox(v *yml.Node, key string) {
	s.Sandbox = Sandbox{Declared: true, On: true, Network: NetworkAll}
	if v.Kind == yml.Mapping {
		s.Fields(v, key, sandboxForm, fieldsOf(sandboxRows, s))
		return
	}
	if s.Sandbox.On = s.Boolean(v, key, true); s.External && s.Sandbox.On {
		s.Report(v, key, "remove it", "devservers doesn't start %s", s.Name)
	}
}

// hostName is a name as DNS has it; addresses are not names.
var hostName = words.Lazy(`^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z]([a-z0-9-]*[a-z0-9])?$`)

func (s *serverReader) readNetwork(v *yml.Node, key string) {
	const form = "write all, loopback, or a list of host names, such as network: [api.example.com]"
	if v.Kind == yml.Scalar {
		if v.Text != NetworkAll && v.Text != NetworkLoopback {
			s.Report(v, key, form, "expected all, loopback or a list, found %s", yml.Found(v))
			return
		}
		s.Sandbox.Network = v.Text
		return
	}
	s.Sandbox.Network = NetworkLoopback
	for _, item := range s.Texts(v, key, form) {
		name := strings.ToLower(item.Text)
		if !hostName().MatchString(name) {
			s.Report(item, key, form, "expected a host name, found %s", yml.Found(item))
			continue
		}
		s.Sandbox.Hosts = append(s.Sandbox.Hosts, name)
	}
}

func (s *serverReader) readSandboxPorts(v *yml.Node, key string) {
	const form = "write the numbers of ports, such as ports: [5432, 6379]"
	for _, item := range s.Texts(v, key, form) {
		port, err := strconv.Atoi(item.Text)
		if err != nil || port < 1 || port > 65535 {
			s.Report(item, key, form, "expected a number from 1 to 65535, found %s", yml.Found(item))
			continue
		}
		s.Sandbox.Ports = append(s.Sandbox.Ports, port)
	}
}

func (s *serverReader) sandboxPaths(v *yml.Node, key string) (list []string) {
	const form = "write files or directories, such as ~/.netrc; / and ~ are too much"
	for _, item := range s.Texts(v, key, form) {
		if slices.Contains([]string{"", "/", "~", "~/"}, item.Text) {
			s.Report(item, key, form, "expected a file or a directory, found %s", yml.Found(item))
			continue
		}
		list = append(list, item.Text)
	}
	return list
}

// text returns what differs when sandboxes do.
func (s Sandbox) text() string {
	if !s.On {
		return fmt.Sprint(s.Declared)
	}
	return fmt.Sprint(s)
}
