package lists

import (
	"cmp"
	"net"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"devservers/app/base/words"
	"devservers/app/project/code"
	"devservers/app/project/survey"
)

// extras match the parts of Python's manifests with packages that one can do without.
var extras = words.Lazy(`(?ms)^\[(?:project\.optional-dependencies|tool\.poetry\.extras|options\.extras_require)\]\n(?:[^\[\n]` +
	`[^\n]*\n?|\n)*|extras_require\s*=\s*\{[^}]*\}|^[^\n]*\boptional\s*=\s*true[^\n]*$`)

// manifestNames are the files in which packages are listed.
var manifestNames = append([]string{"package.json", "Gemfile", "composer.json", "go.mod", "pom.xml",
	"build.gradle", "build.gradle.kts", "mix.exs", "Cargo.toml", "shard.yml"}, survey.Python...)

// Names returns the manifest that lists a package for a broker, of some directories, or ""; and whether only as an
// extra.
func Names(p *survey.Checkout, dirs []string, b code.Broker) (file string, extra bool) {
	for _, dir := range dirs {
		for _, name := range manifestNames {
			if text := p.Read(dir, name); b.Packages().MatchString(extras().ReplaceAllString(text, "")) {
				return path.Join(dir, name), false
			} else if file == "" && b.Packages().MatchString(text) {
				file = path.Join(dir, name)
			}
		}
	}
	for _, env := range p.DotEnvs() { // a client may come with the language
		if file == "" && regexp.MustCompile(`(?m)^\w+_(?:DRIVER|CONNECTION|STORE)=`+b.Name+`\b`).MatchString(p.Read(".", env)) {
			return env, false
		}
	}
	return file, true
}

// Addressed returns the port at which the project looks for a broker, or its usual one, and whether the project names
// an address at all, or seems to need the broker. Of an extra, imports don't show that.
func Addressed(f *survey.Checkout, b code.Broker, extra bool) (port int, used bool) {
	address := `\b(?:` + b.Scheme + `)://[^\s"'/]*?(?:localhost|127\.0\.0\.1|` + b.Name + `)(?::(\d{2,5}))?\b|\bhost=["']` +
		b.Name + `["']`
	imported := regexp.MustCompile(`(?im)^\s*(?:(?:import|from|const|let|var|require|use)\b|")[^\n]*(?:` + b.Scheme + `|` +
		b.Name + `)`)
	without := regexp.MustCompile(`(?im)^\s*try:\n(?:[ \t][^\n]*\n)*?\s+(?:import|from) (?:\w+\.)*` + b.Name +
		`\b[^\n]*\n(?:[ \t]+[^\n]*\n)*?\s*except \(?(?:ImportError|ModuleNotFoundError)|` +
		`\bif\s+(?:not\s+)?(?:[\w.]+\()?["']?[\w.]*` + b.Name + `\w*["']?\)?\s*(?::|else\b|is\b|and\b)`)
	own := regexp.MustCompile(`\b(?i:` + b.Name + `_port)\b["']?(?:\s*:\s*\w+)?\W{1,12}(\d{4,5})\b|\b(?i:\w*` + b.Name +
		`|connection)["']?(?:\s*[:=]\s*|\()(?:new \w+\()?\{[^{}]*\bport["']?:[^\n,{}]*?(\d{4,5})\b`)
	inSource, inEnv := regexp.MustCompile(address), regexp.MustCompile(address+`|(?m:^`+strings.ToUpper(b.Name)+
		`_(?:HOST|URL|PORT)\b)`)
	port = b.Port
	for _, file := range append(f.DotEnvs(), f.Files(".", 3, survey.SourceExts...)...) {
		re, text := inSource, f.Read(".", file)
		text = Comments().ReplaceAllString(text, "")
		if lower := strings.ToLower(text); !strings.Contains(lower, b.Scheme[:4]) && !strings.Contains(lower, b.Name) {
			continue
		}
		if path.Ext(file) == ".py" && without.MatchString(text) { // it can do without
			continue
		}
		if path.Base(file)[0] == '.' {
			if re = inEnv; chosen().MatchString(text) && !strings.Contains(text, "="+b.Name) {
				continue
			}
		}
		if m := own.FindStringSubmatch(text); m != nil && port == b.Port { // which may only be a default
			port, _ = strconv.Atoi(m[1] + m[2])
		}
		if m := re.FindStringSubmatch(text); m != nil {
			n, _ := strconv.Atoi(m[1])
			return cmp.Or(n, port), true
		}
		used = used || !extra && re == inSource && imported.MatchString(text)
	}
	return port, used
}

// Comments match lines that are only a remark.
var Comments = words.Lazy(`(?m)^\s*(?:#|//).*$`)

// chosen matches variables that choose between drivers; an env file with some says which brokers are used.
var chosen = words.Lazy(`(?m)^\w+_(?:DRIVER|CONNECTION|STORE)=\w`)

// Answers reports whether something listens on a port of this machine.
func Answers(port int) bool {
	c, err := net.DialTimeout("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)), 200*time.Millisecond)
	if err == nil {
		_ = c.Close()
	}
	return err == nil
}
