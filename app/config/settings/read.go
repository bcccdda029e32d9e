package settings

import (
	"cmp"
	"net/netip"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/config/yml"
)

// document is the content of a config.yml without problems.
type document struct {
	lines    []string
	root     *yml.Node // nil if there are only comments
	settings Settings
	projects []Registered
	warnings yml.Problems
}

// fileReader reads config.yml. Unknown keys are warnings: a newer version may have written them.
type fileReader struct {
	yml.Reader
	out *document
}

// parse reads the content of a config.yml. No content, or only comments, is an empty configuration.
func parse(file string, content []byte) (document, yml.Problems) {
	out := document{settings: Default()}
	if strings.TrimSpace(string(content)) == "" {
		return out, nil
	}
	src := yml.NewFileText(file, content, "settings: {}")
	out.lines = src.Lines
	if len(src.Problems) == 0 && onlyComments(src.Lines) {
		return out, nil
	}
	root := src.Parse()
	if root == nil {
		return out, src.Problems
	}
	r := fileReader{Reader: yml.Reader{FileText: src, Lenient: true}, out: &out}
	r.Fields(root, "", "write settings: and projects:",
		[]yml.Field{yml.Key("settings", r.settings), yml.Key("projects", r.projects)})
	r.hintAtSettings()
	out.root, out.warnings = root, r.Warnings
	src.Problems.Sort()
	return out, src.Problems
}

func onlyComments(lines []string) bool {
	return !slices.ContainsFunc(lines, func(line string) bool { return !blankOrComment(line) })
}

func blankOrComment(line string) bool {
	text := strings.TrimSpace(line)
	return text == "" || text[0] == '#'
}

// hintAtSettings hints that a setting outside settings: belongs into it.
func (r *fileReader) hintAtSettings() {
	for i, w := range r.Warnings {
		if slices.ContainsFunc(r.settingFields(), func(f yml.Field) bool { return f.Name == w.Key }) {
			r.Warnings[i].Hint = "write it under settings:"
		}
	}
}

func (r *fileReader) settings(v *yml.Node, path string) {
	if v.Kind != yml.Null {
		r.Fields(v, path, "write settings under it, such as port: 7912", r.settingFields())
	}
}

func (r *fileReader) settingFields() []yml.Field {
	s := &r.out.settings
	number := func(into *int, form string, most int) func(*yml.Node, string) {
		return func(v *yml.Node, key string) {
			if n, ok := r.Integer(v, key, form, 1, most); ok {
				*into = n
			}
		}
	}
	return []yml.Field{
		yml.Key("port", number(&s.Port, "write the manager's port", 65535)),
		yml.Key("https_port", number(&s.HTTPSPort, "write the port of named URLs over HTTPS", 65535)),
		yml.Key("idle_timeout", func(v *yml.Node, key string) {
			if d := r.Minutes(v, key); d != nil {
				s.IdleTimeout = *d
			}
		}),
		yml.Key("manager_idle_timeout", func(v *yml.Node, key string) {
			if d := r.Minutes(v, key); d != nil {
				s.ManagerIdleTimeout = *d
			}
		}),
		yml.Key("keep_alive_on_llm_exit", func(v *yml.Node, key string) { s.KeepAliveOnLLMExit = r.Boolean(v, key, true) }),
		yml.Key("allow", func(v *yml.Node, key string) { s.Allow = r.allow(v, key) }),
		yml.Key("roots", func(v *yml.Node, key string) { s.Roots = r.roots(v, key) }),
		yml.Key("trusted_proxies", func(v *yml.Node, key string) { s.TrustedProxies = r.proxies(v, key) }),
		yml.Key("sandbox", func(v *yml.Node, key string) { s.SandboxAgents = r.sandbox(v, key) }),
		yml.Key("editor", func(v *yml.Node, key string) { s.Editor = r.editor(v, key) }),
		yml.Key("theme", func(v *yml.Node, key string) { s.Theme = r.theme(v, key) }),
		yml.Key("transcript_size", func(v *yml.Node, key string) { s.TranscriptSize = r.Size(v, key, s.TranscriptSize) }),
		yml.Key("runs_kept", number(&s.RunsKept, "write how many runs of a server to keep", 10000)),
		yml.Key("transcripts_total", func(v *yml.Node,
			key string) {
			s.TranscriptsTotal = r.Size(v, key, s.TranscriptsTotal)
		}),
		yml.Key("memory", func(v *yml.Node, key string) { r.memory(v, key) }),
		yml.Key("max_running", number(&s.MaxRunning, "write how many servers may run at the same time", 10000)),
		yml.Key("shares", func(v *yml.Node, key string) { s.Shares = r.shares(v, key) }),
		yml.Key("notify", func(v *yml.Node, key string) { s.Notify = r.notify(v, key) }),
		yml.Key("hooks", func(v *yml.Node, key string) { s.Hooks = r.ownHooks(v, key) }),
	}
}

// roots reads absolute directories. / would allow every directory of the machine.
func (r *fileReader) roots(v *yml.Node, key string) []string {
	const form = "write absolute directories below which projects may lie, such as roots: [/workspaces]"
	return r.list(v, key, form, "an absolute directory", func(dir string) bool {
		return filepath.IsAbs(dir) && filepath.Clean(dir) != "/"
	})
}

// allow reads bare names. Paths need not be allowed.
func (r *fileReader) allow(v *yml.Node, key string) []string {
	const form = "write names of programs without a path, such as allow: [my-tool]"
	return r.list(v, key, form, "a program's bare name", func(name string) bool {
		return name != "" && !strings.ContainsAny(name, "/ \t\n")
	})
}

func (r *fileReader) proxies(v *yml.Node, key string) []string {
	const form = "write addresses or networks, such as trusted_proxies: [127.0.0.1, 10.0.0.0/8]"
	return r.list(v, key, form, "an address or a network", func(text string) bool {
		_, errAddr := netip.ParseAddr(text)
		_, errNet := netip.ParsePrefix(text)
		return errAddr == nil || errNet == nil
	})
}

// sandbox reads whose servers run in a sandbox. What isn't understood is a problem, so that nothing runs without one by
// mistake.
func (r *fileReader) sandbox(v *yml.Node, key string) bool {
	const form = "write sandbox: agents; without it, only servers with the key sandbox run in one"
	var whose string
	r.TextInto(&whose, form)(v, key)
	if v.Kind == yml.Scalar && whose != "agents" {
		r.Report(v, key, form, "expected agents, found %s", yml.Found(v))
	}
	return true
}

// editor reads one of Editors.
func (r *fileReader) editor(v *yml.Node, key string) string {
	const form = "write editor: vscode, cursor, zed or none; without it, $VISUAL or $EDITOR counts"
	return r.oneOf(editors(), v, key, form, "an editor that can be linked to")
}

func (r *fileReader) theme(v *yml.Node, key string) string {
	const form = "write theme: light or dark; without it, that of the system counts"
	return r.oneOf([]string{"light", "dark"}, v, key, form, "a theme")
}

// oneOf reads nothing or one of the known names of what is expected.
func (r *fileReader) oneOf(known []string, v *yml.Node, key, form, expected string) (name string) {
	r.TextInto(&name, form)(v, key)
	if name != "" && !slices.Contains(known, name) {
		r.Report(v, key, form, "%s is not %s", words.Quote(name), expected)
	}
	return name
}

// list reads one value or a list and reports unexpected ones.
func (r *fileReader) list(v *yml.Node, key, form, expected string, valid func(string) bool) (out []string) {
	if v.Kind == yml.Null {
		return nil
	}
	for _, item := range r.Texts(v, key, form) {
		if valid(item.Text) {
			out = append(out, item.Text)
		} else {
			r.Report(item, key, form, "%s is not %s", words.Quote(item.Text), expected)
		}
	}
	return out
}

func (r *fileReader) projects(v *yml.Node, path string) {
	if v.Kind == yml.Null {
		return
	}
	if v.Kind != yml.List {
		r.Report(v, path, "write a list: - id: my-app", "expected a list, found %s", yml.Found(v))
		return
	}
	taken := map[string]bool{}
	for _, item := range v.Items {
		p := r.registered(item, path)
		if key := strings.ToLower(p.ID); p.ID != "" && taken[key] {
			r.Report(item, path, "give one of them another id", "two projects have the id %s", p.ID)
		} else {
			taken[key] = true
		}
		r.out.projects = append(r.out.projects, p)
	}
}

func (r *fileReader) registered(v *yml.Node, path string) (p Registered) {
	const form = "write one value"
	r.Fields(v, path, "write id: and path: for each project", []yml.Field{
		yml.Key("id", r.TextInto(&p.ID, form)),
		yml.Key("name", r.TextInto(&p.Name, form)),
		yml.Key("path", r.TextInto(&p.Path, form)),
		yml.Key("config_file", r.TextInto(&p.ConfigFile, form)),
		yml.Key("last_accessed", func(v *yml.Node, key string) { p.LastAccessed = r.timestamp(v, key) }),
		yml.Key("idle_timeout", func(v *yml.Node, key string) {
			if v.Kind != yml.Null {
				p.IdleTimeout = r.Minutes(v, key)
			}
		}),
	})
	r.complete(v, path, &p)
	return p
}

// complete checks what an entry must have and makes ConfigFile absolute.
func (r *fileReader) complete(v *yml.Node, path string, p *Registered) {
	switch {
	case v.Kind != yml.Mapping:
		return
	case !yml.ValidID(p.ID):
		r.Report(v, yml.Join(path, "id"), yml.Form, "%s cannot be a project's id", words.Quote(p.ID))
	case !filepath.IsAbs(p.Path):
		r.Report(v, yml.Join(path, "path"), "write the whole path of the project's directory", "%s is not an absolute path",
			words.Quote(p.Path))
	}
	p.Name = cmp.Or(p.Name, p.ID)
	p.ConfigFile = cmp.Or(p.ConfigFile, config.FileName)
	if !filepath.IsAbs(p.ConfigFile) {
		p.ConfigFile = filepath.Join(p.Path, p.ConfigFile)
	}
}

// timestamp reads a time in RFC 3339. Anything else is only a warning, because nothing depends on it.
func (r *fileReader) timestamp(v *yml.Node, key string) time.Time {
	if v.Kind == yml.Scalar {
		for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05.999999", "2006-01-02 15:04:05.999999",
			time.DateOnly} {
			if t, err := time.Parse(layout, v.Text); err == nil {
				return t.UTC()
			}
		}
	}
	if v.Kind != yml.Null {
		r.Warn(v, key, "write it as 2026-01-31T12:00:00Z, or remove it", "expected a time, found %s", yml.Found(v))
	}
	return time.Time{}
}
