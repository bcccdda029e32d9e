package detect

import (
	"cmp"
	"fmt"
	"strings"

	"devservers/app/config/yml"
)

// UsualPort is a manager's port, unless it is configured.
const UsualPort = 7912

// SchemaURL is where a manager on this port serves the JSON Schema of devservers.yml to editors. On the usual port it
// is the same for everybody who has the file, unlike a path. 0 is the usual one.
func SchemaURL(port int) string {
	return fmt.Sprintf("http://localhost:%d/devservers.schema.json", cmp.Or(port, UsualPort))
}

// YAML returns the proposal as a devservers.yml with comments, for people to read and edit. The port is the manager's.
func (p Proposal) YAML(port int) []byte {
	var b strings.Builder
	b.WriteString("# yaml-language-server: $schema=" + SchemaURL(port) + "\n" +
		"# Dev servers of this project, for devservers. Written by devservers init; edit it as you like.\n\n")
	fmt.Fprintf(&b, "project: %s\n", yml.Plain(p.Project))
	section(&b, "servers", p.Servers)
	section(&b, "tasks", p.Tasks)
	return []byte(b.String())
}

func section(b *strings.Builder, key string, entries []ProposedServer) {
	if len(entries) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s:\n", key)
	for i, e := range entries {
		if key == "servers" && i > 0 {
			b.WriteString("\n")
		}
		e.write(b, key == "servers")
	}
}

// write writes a server with a line for each key, and a task in one line where it fits.
func (e ProposedServer) write(b *strings.Builder, server bool) {
	if !server && len(e.Env)+len(e.EnvFiles)+len(e.Needs)+len(e.Ready) == 0 {
		where := ""
		if e.Dir != "" {
			where = ", working_dir: " + yml.Flow(e.Dir)
		}
		fmt.Fprintf(b, "  %s: {command: %s%s}\n", yml.Plain(e.Name), yml.Flow(e.Command), where)
		return
	}
	fmt.Fprintf(b, "  %s: # from %s\n", yml.Plain(e.Name), e.From)
	key := func(name, value, about string) {
		if value == "" {
			return
		}
		if about != "" {
			value += " # " + about
		}
		fmt.Fprintf(b, "    %s: %s\n", name, value)
	}
	key("before_start", yml.Sequence(e.Before), "")
	key("command", yml.PlainOr(e.Command), "")
	if e.External {
		key("managed", "false", "")
	}
	key("working_dir", yml.PlainOr(e.Dir), "")
	key("port", e.Port, e.remark())
	key("env", yml.Pairs(e.Env), "")
	key("env_file", yml.Sequence(e.EnvFiles), "")
	key("ready", yml.Pairs(e.Ready), "")
	key("depends_on", yml.Pairs(e.Needs), "")
	key("restart", e.Restart, "")
	key("watch", yml.Sequence(e.Watch), "")
}

// remark explains the port.
func (e ProposedServer) remark() string {
	if e.Port == auto && e.standard > 0 {
		return fmt.Sprintf("a free one, the same each time; or %d", e.standard)
	}
	return e.About
}
