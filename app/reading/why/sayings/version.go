package sayings

import (
	"regexp"
	"strconv"
)

// Languages are the names in messages of what has a version, and how people write them.
var Languages = map[string]string{"node": "Node", "node.js": "Node", "nodejs": "Node", "python": "Python", "ruby": "Ruby", "php": "PHP", "java": "Java", "jdk": "Java", "jre": "Java", "jvm": "Java",
	"go": "Go", "golang": "Go", "perl": "Perl", "elixir": "Elixir", "erlang": "Erlang", "otp": "Erlang/OTP", "deno": "Deno", "bun": "Bun", "npm": "npm", "yarn": "Yarn", "pnpm": "pnpm", "rustc": "Rust",
	"rust": "Rust", "cargo": "Rust", "dotnet": ".NET", ".net": ".NET", "openssl": "OpenSSL", "gradle": "Gradle", "maven": "Maven", "bundler": "Bundler", "composer": "Composer", "postgresql": "PostgreSQL",
	"postgres": "PostgreSQL", "mysql": "MySQL", "redis": "Redis", "mongodb": "MongoDB", "lua": "Lua", "django": "Django", "rails": "Rails", "terraform": "Terraform", "docker": "Docker", "kotlin": "Kotlin"}

// ALanguage matches one of the Languages.
const (
	ALanguage     = `\b(node(?:\.?js)?|python|ruby|php|java|jdk|jre|jvm|go(?:lang)?|perl|elixir|erlang|otp|deno|bun|npm|yarn|pnpm|rustc?|cargo|dotnet|\.net|openssl|gradle|maven|bundler|composer|postgres(?:ql)?|mysql|redis|mongodb|lua|django|rails|terraform|docker|kotlin)\b`
	aVersion      = `["'` + "`" + `]?((?:(?:[<>=~^!]{1,2}|at least|or)\s*)?v?\d+(?:\.[\dx*]+)*\+?(?:\s*(?:,|\|\||or|and)\s*(?:[<>=~^!]{1,2}\s*)?v?\d[\d.x*]*\+?)*(?:\s+(?:or|and) (?:higher|newer|later|above|greater|up))?)`
	wantedVersion = `(?i)(?:(?:requires?|required|needs?|expects?|expected|supports? only|only supports|minimum|at least|compatible with|satisfied by|found for)\b[\w\s,:'"()=-]{0,40}?` + ALanguage + `(?: (?:version|sdk|runtime))*[\s'":({=]*` + aVersion +
		`|` + ALanguage + `(?: (?:version|sdk))*\s*` + aVersion + `["'` + "`" + `]?(?:,)? (?:or (?:newer|later|higher|above|greater) )?(?:is|are) (?:required|needed|the minimum)` +
		`|` + ALanguage + `(?: version)? v?(\d[\d.]*)["']? (?:is|are) (?:not supported|unsupported|too old|no longer supported|not compatible|incompatible)|unsupported ` + ALanguage + ` version:? v?(\d[\d.]*))`
)

// HasVersion matches the version that a message says is there.
var HasVersion = Lazily(`(?i)(?:this is|you are (?:using|running|on)|you have|got|found|current(?:ly)?(?: \w+)?(?: version)?(?: is)?|running|but|have|detected|using|installed)[:\s]+(?:[\w.]+[:\s]+){0,2}?["'v]*(\d+(?:\.\d+)+)`)

// WantedVersion matches a version that a message says is needed, or isn't supported, and of what.
var WantedVersion = Lazily(wantedVersion)

// VersionFiles are where a project names its version.
var VersionFiles = map[string][]string{
	"Node": {".nvmrc", ".node-version", ".tool-versions", "mise.toml"}, "Python": {".python-version", ".tool-versions", "mise.toml"},
	"Ruby": {".ruby-version", ".tool-versions", "mise.toml"}, "Go": {"go.mod"}, "Rust": {"rust-toolchain.toml", "rust-toolchain"},
}

// OfVersion are errors of the sources that a language of the wrong version raises: what it doesn't know.
var OfVersion = Lazily(`(?i)syntax|parse error|indentation|cannot import name|has no attribute|is not a function|is not defined|undefined (?:method|function|symbol|local)|does not provide an export|no such built-?in module|unknown (?:file extension|builtin)|bad option|unexpected|not a recognized|unsupported|cannot find symbol|no attribute`)

// Runs are signs of the language of a run: its program, and what its output says of the version that ran.
var Runs = map[string]*struct {
	Program, File string
	Printed       func() *regexp.Regexp
}{
	"Node":   {"node", ".js", Lazily(`Node\.js v(\d+(?:\.\d+)*)`)},
	"Python": {"python", ".py", Lazily(`/python(\d\.\d+)/`)},
	"Ruby":   {"ruby", ".rb", Lazily(`/ruby/(\d\.\d)(?:\.0)?/`)},
	"PHP":    {"php", ".php", Lazily(`PHP (\d\.\d+(?:\.\d+)?)`)},
}

// JavaOf returns the Java that writes class files of a version: 52 is that of Java 8.
func JavaOf(class string) string {
	n, err := strconv.Atoi(class)
	if err != nil || n < 45 {
		return ""
	}
	return strconv.Itoa(n - 44)
}
