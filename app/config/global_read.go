package config

import (
	"net/netip"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"devservers/app/words"
)

// globalFile is a config.yml without faults.
type globalFile struct {
	lines    []string
	root     *node // nil when the file holds nothing but comments
	settings Settings
	projects []Registered
	warnings Problems
}

// globalReader reads config.yml. Unknown keys are warnings: a newer version may have written them.
type globalReader struct {
	reader
	out *globalFile
}

// parseGlobal reads the bytes of a config.yml. Nothing, and nothing but comments, is an empty configuration.
func parseGlobal(file string, content []byte) (globalFile, Problems) {
	out := globalFile{settings: DefaultSettings()}
	if strings.TrimSpace(string(content)) == "" {
		return out, nil
	}
	src := newSource(file, content, "settings: {}")
	out.lines = src.lines
	if len(src.problems) == 0 && onlyComments(src.lines) {
		return out, nil
	}
	root := src.parse()
	if root == nil {
		return out, src.problems
	}
	r := globalReader{reader: reader{source: src, lenient: true}, out: &out}
	r.fields(root, "", "write settings: and projects:", []field{keyed("settings", r.settings), keyed("projects", r.projects)})
	r.hintAtSettings()
	out.root, out.warnings = root, r.warnings
	src.problems.sort()
	return out, src.problems
}

func onlyComments(lines []string) bool {
	for _, line := range lines {
		if !blankOrComment(line) {
			return false
		}
	}
	return true
}

func blankOrComment(line string) bool {
	text := strings.TrimSpace(line)
	return text == "" || text[0] == '#'
}

// hintAtSettings says of a setting that stands beside settings: where it belongs.
func (r *globalReader) hintAtSettings() {
	for i, w := range r.warnings {
		if slices.ContainsFunc(r.settingFields(), func(f field) bool { return f.name == w.Key }) {
			r.warnings[i].Hint = "write it under settings:"
		}
	}
}

func (r *globalReader) settings(v *node, path string) {
	if v.kind != nullNode {
		r.fields(v, path, "write settings under it, such as port: 7912", r.settingFields())
	}
}

func (r *globalReader) settingFields() []field {
	s := &r.out.settings
	number := func(into *int, form string, least, most int) func(*node, string) {
		return func(v *node, key string) {
			if n, ok := r.integer(v, key, form, least, most); ok {
				*into = n
			}
		}
	}
	return []field{
		keyed("port", number(&s.Port, "write the manager's port", 1, 65535)),
		keyed("idle_timeout", func(v *node, key string) { s.IdleTimeout, _ = r.duration(v, key, time.Minute, 0, longestIdle) }),
		keyed("keep_alive_on_llm_exit", func(v *node, key string) { s.KeepAliveOnLLMExit = r.boolean(v, key, true) }),
		keyed("allow", func(v *node, key string) { s.Allow = r.allow(v, key) }),
		keyed("trusted_proxies", func(v *node, key string) { s.TrustedProxies = r.proxies(v, key) }),
		keyed("transcript_size", func(v *node, key string) { s.TranscriptSize = r.size(v, key, s.TranscriptSize) }),
		keyed("runs_kept", number(&s.RunsKept, "write how many runs of a server to keep", 1, 10000)),
		keyed("transcripts_total", func(v *node, key string) { s.TranscriptsTotal = r.size(v, key, s.TranscriptsTotal) }),
		keyed("notify", func(v *node, key string) { s.Notify = r.notify(v, key) }),
		keyed("hooks", func(v *node, key string) { s.Hooks = r.ownHooks(v, key) }),
	}
}

// allow reads bare names. A path needs no allowance.
func (r *globalReader) allow(v *node, key string) []string {
	const form = "write names of programs without a path, such as allow: [my-tool]"
	var out []string
	if v.kind == nullNode {
		return nil
	}
	for _, item := range r.texts(v, key, form) {
		if item.text == "" || strings.ContainsAny(item.text, "/ \t\n") {
			r.fault(item, key, form, "%s is not a program's bare name", words.Quote(item.text))
			continue
		}
		out = append(out, item.text)
	}
	return out
}

func (r *globalReader) proxies(v *node, key string) []string {
	const form = "write addresses or networks, such as trusted_proxies: [127.0.0.1, 10.0.0.0/8]"
	var out []string
	if v.kind == nullNode {
		return nil
	}
	for _, item := range r.texts(v, key, form) {
		_, errAddr := netip.ParseAddr(item.text)
		_, errNet := netip.ParsePrefix(item.text)
		if errAddr != nil && errNet != nil {
			r.fault(item, key, form, "%s is neither an address nor a network", words.Quote(item.text))
			continue
		}
		out = append(out, item.text)
	}
	return out
}

func (r *globalReader) projects(v *node, path string) {
	if v.kind == nullNode {
		return
	}
	if v.kind != listNode {
		r.fault(v, path, "write a list: - id: my-app", "expected a list, found %s", found(v))
		return
	}
	taken := map[string]bool{}
	for _, item := range v.items {
		p := r.registered(item, path)
		if key := strings.ToLower(p.ID); p.ID != "" && taken[key] {
			r.fault(item, path, "give one of them another id", "two projects have the id %s", p.ID)
		} else {
			taken[key] = true
		}
		r.out.projects = append(r.out.projects, p)
	}
}

func (r *globalReader) registered(v *node, path string) (p Registered) {
	into := func(s *string) func(*node, string) {
		return func(v *node, key string) { *s, _ = r.text(v, key, "write one value") }
	}
	r.fields(v, path, "write id: and path: for each project", []field{
		keyed("id", into(&p.ID)),
		keyed("name", into(&p.Name)),
		keyed("path", into(&p.Path)),
		keyed("config_file", into(&p.ConfigFile)),
		keyed("last_accessed", func(v *node, key string) { p.LastAccessed = r.timestamp(v, key) }),
		keyed("idle_timeout", func(v *node, key string) {
			if v.kind == nullNode {
				return
			}
			if d, ok := r.duration(v, key, time.Minute, 0, longestIdle); ok {
				p.IdleTimeout = &d
			}
		}),
	})
	r.complete(v, path, &p)
	return p
}

// complete checks what an entry must have and makes ConfigFile absolute.
func (r *globalReader) complete(v *node, path string, p *Registered) {
	switch {
	case v.kind != mappingNode:
		return
	case !validID(p.ID):
		r.fault(v, join(path, "id"), nameForm, "%s cannot be a project's id", words.Quote(p.ID))
	case !filepath.IsAbs(p.Path):
		r.fault(v, join(path, "path"), "write the whole path of the project's directory", "%s is not an absolute path", words.Quote(p.Path))
	}
	if p.Name == "" {
		p.Name = p.ID
	}
	if p.ConfigFile == "" {
		p.ConfigFile = FileName
	}
	if !filepath.IsAbs(p.ConfigFile) {
		p.ConfigFile = filepath.Join(p.Path, p.ConfigFile)
	}
}

// timestamp reads RFC 3339; a time that nobody can read is only a warning, it decides nothing.
func (r *globalReader) timestamp(v *node, key string) time.Time {
	if v.kind == scalarNode {
		for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05.999999", "2006-01-02 15:04:05.999999", time.DateOnly} {
			if t, err := time.Parse(layout, v.text); err == nil {
				return t.UTC()
			}
		}
	}
	if v.kind != nullNode {
		r.warn(v, key, "write it as 2026-01-31T12:00:00Z, or remove it", "expected a time, found %s", found(v))
	}
	return time.Time{}
}
