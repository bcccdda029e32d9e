package detect

import (
	"cmp"
	"fmt"
	"strings"

	"devservers/app/transcript/text"

	"github.com/goccy/go-yaml"
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
	fmt.Fprintf(&b, "project: %s\n", scalar(p.Project))
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
			where = ", working_dir: " + flow(e.Dir)
		}
		fmt.Fprintf(b, "  %s: {command: %s%s}\n", scalar(e.Name), flow(e.Command), where)
		return
	}
	fmt.Fprintf(b, "  %s: # from %s\n", scalar(e.Name), e.From)
	key := func(name, value, about string) {
		if value == "" {
			return
		}
		if about != "" {
			value += " # " + about
		}
		fmt.Fprintf(b, "    %s: %s\n", name, value)
	}
	key("command", scalarOr(e.Command), "")
	if e.External {
		key("managed", "false", "")
	}
	key("working_dir", scalarOr(e.Dir), "")
	key("port", e.Port, e.remark())
	key("env", pairs(e.Env), "")
	key("env_file", sequence(e.EnvFiles), "")
	key("ready", pairs(e.Ready), "")
	key("depends_on", pairs(e.Needs), "")
	key("restart", e.Restart, "")
	key("watch", sequence(e.Watch), "")
}

// remark explains the port.
func (e ProposedServer) remark() string {
	if e.Port == auto && e.standard > 0 {
		return fmt.Sprintf("a free one, the same each time; or %d", e.standard)
	}
	return e.About
}

// bare matches text that YAML reads as that text without quotes: it has no sign of YAML in it, and is not a number.
var bare = text.Lazy(`^[A-Za-z./_$][\w ./$=:@+-]*$`)

// values are what YAML takes for values.
var values = text.Lazy(`^(?i:true|false|yes|no|on|off|null|y|n|\.nan|\.inf|~)$`)

// scalar is a value of YAML, quoted where it has to be.
func scalar(text string) string {
	if bare().MatchString(text) && !values().MatchString(text) && !strings.Contains(text, ": ") &&
		!strings.HasSuffix(text, ":") && !strings.HasSuffix(text, " ") && strings.Trim(text, ".0123456789") != "" {
		return text
	}
	out, err := yaml.Marshal(text)
	if err != nil || strings.Contains(strings.TrimSpace(string(out)), "\n") {
		return fmt.Sprintf("%q", text)
	}
	return strings.TrimSpace(string(out))
}

func scalarOr(text string) string {
	if text == "" {
		return ""
	}
	return scalar(text)
}

// flow is a scalar inside of braces, where commas and brackets end it.
func flow(text string) string {
	if s := scalar(text); s != text || !strings.ContainsAny(text, ",[]{}:#&*!|>'\"%@`") {
		return s
	}
	return fmt.Sprintf("%q", text)
}

func pairs(vars []Var) string {
	if len(vars) == 0 {
		return ""
	}
	list := make([]string, len(vars))
	for i, v := range vars {
		list[i] = scalar(v.Name) + ": " + flow(v.Value)
	}
	return "{" + strings.Join(list, ", ") + "}"
}

func sequence(list []string) string {
	if len(list) == 0 {
		return ""
	}
	quoted := make([]string, len(list))
	for i, item := range list {
		quoted[i] = flow(item)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}
