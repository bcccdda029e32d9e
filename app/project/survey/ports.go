package survey

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/code"
)

// Address is what files show of where their server listens.
type Address struct {
	Port int       // 0 = none is shown
	File string    // that names it
	Also []int     // other ports that it names
	Env  bool      // the variable PORT is read
	Set  [2]string // the variable that gives it, and that one's value
	Vars []string  // variables that are read for a port
}

// Named is the address if it is the port as it is declared, a number; else none.
func (a Address) Named(port string) Address {
	if port != strconv.Itoa(a.Port) {
		return Address{}
	}
	return a
}

// About says where the port comes from.
func (a Address) About() string {
	about := a.File + " names this port"
	for _, port := range a.Also {
		about += ", and " + strconv.Itoa(port)
	}
	return about
}

// reads matches the reading of a variable for a port, in any language.
var reads = words.Lazy(`(?i:env|environ|getenv|var|fetch|get|str|int|config)` +
	`[\w.]*[!]?(?:<\w+>)?[.(\[:]+\s*["']?(\w*PORT)\b|` +
	`\{[^}]*?\b(\w*PORT)\b[^}]*\}\s*=\s*\w+\.env\b|` +
	`\b(?:env::var|[gG]etenv|environ(?:\.get)?|ENV|LookupEnv|process\.env)[.(\[]+\s*["']?(\w*(?:` + addressName + `))\b|` +
	`\bEnv\w*\s*=\s*"(\w+_PORT)"`)

// OwnVariable returns the only variable that gives a program its port, or "".
func (a Address) OwnVariable() string {
	all := slices.Compact(slices.Sorted(slices.Values(a.Vars)))
	all = slices.DeleteFunc(all, func(name string) bool {
		return !strings.HasSuffix(name, "_PORT") || foreign().MatchString(strings.ReplaceAll(name, "_", " "))
	})
	if len(all) != 1 {
		return ""
	}
	return all[0]
}

// addressName ends the names of variables with an address on which a program listens.
const addressName = `BIND|ADDR|ADDRESS|LISTEN`

// portVariable has the parts of names of variables for a port or an address.
var portVariable = []string{"PORT", "BIND", "ADDR", "LISTEN"}

// chosenBy is what may stand between the name of a port and the number: a conversion, and the sign of a default.
const chosenBy = `(?:[^\n\d]{0,60}(?:\|\||\?\?|\bor\b|,|\{|\$\{\w+:-?|\bdefault\s*[=:]|` +
	`unwrap_or\w*\(\D{0,16})\s*)?["']?`

// forms are the ways to write the port on which a program listens, the surest first. The last is the address alone.
var forms = []func() *regexp.Regexp{
	// listen(3000), and a variable with a default: process.env.PORT ?? 3000, ENV.fetch("PORT") { 3000 }
	words.Lazy(`\b(?:listen|start|ignite|Server)\(\s*(\d{2,5})\b|\b\w*PORT["'\])]{0,3}(?:\s*(?:\|\||\?\?|\bor\b|,|` +
		`\{|:-?)|\)?\.unwrap_or\w*\()[^\n\d]{0,40}?(\d{4,5})\b`),
	// port = 3000, "port": 3000, port: ${PORT:3000}, flag.Int("port", 3000), --port with a default
	words.Lazy(`(?:(?:\b|_)(?i:port)|[a-z0-9]P(?:ort|ORT))["']?(?:\s*:\s*\w+)?\s*(?::=|[:=,]|` +
		`=>)\s*` + chosenBy + `(\d{4,5})\b|` +
		`(?i:port)"[^\n` + "`" + `]{0,60}\b\w*[dD]efault:"(\d{4,5})"|\bPort\s+\w+\s+` + "`" + `[^\n]*\bdefault:"(\d{4,5})"|(?m:^\s*port\s+["']?)(\d{4,5})\b|:[\w-]*(?:http|port)\s+\{?(\d{4,5})\b|\bport"(\d{4,5})"`),
	// #[arg(default_value_t = 3000)] port: u16
	attribute,
	flagDefault,
	// ([127, 0, 0, 1], 3000), (Ipv4Addr::LOCALHOST, 3000)
	words.Lazy(`\(\[[\d, ]+\],\s*(\d{4,5})\)|Ipv[46]Addr::\w+(?:\([\d, ]*\))?,\s*(\d{4,5})\b|` +
		`SocketAddr(?:V[46])?::(?:new|from)\([^;{}]{0,80}?,\s*(\d{4,5})\b`),
	fieldDefault,
	words.Lazy(`(?:127\.0\.0\.1|localhost|0\.0\.0\.0|\[::1?\]|(?:^|\D)["'])["']?[:,]\s*["']?(\d{4,5})\b`),
}

// attribute matches the default of a field of Rust.
var attribute = words.Lazy(`\bdefault(?:_value(?:_t)?)?\s*[=(]\s*["']?(\d{4,5})\b[^\n]*\n(?:[^\n]*\n)?\s*(?:pub\s+)?\w*port\b|` +
	`\bfn \w*port\w*\(\)\s*->\s*u(?:16|32)\s*\{\s*(\d{4,5})\b`)

// flagDefault matches the default of an option of Go: Name: "addr", and later Value: ":3000".
var flagDefault = words.Lazy(`"[\w-]*(?:port|addr|address|listen|bind)",?(?:\n[^\n{}]*){0,5}?\n\s*Value:\s*"?[\w.]*:?(\d{4,5})\b`)

// fieldDefault matches the default of a field of Go: `default:"0.0.0.0:3000"`.
var fieldDefault = words.Lazy("\\bPort\\s+\\w+\\s+`[^\n]*\\bdefault:\"(\\d{4,5})\"|\\b[dD]efault:\"[\\w.:\\[\\]]*:(\\d{4,5})\"")

// chosen matches the start of a line that names where a program itself listens, even at a port of a well-known one.
var chosen = words.Lazy(`(?i)\bdefault:"[\w.:\[\]]*:\d+$|` +
	`\b(?:http|web|api|server)?_?listen(?:_?addr(?:ess)?)?\s*:?=\s*["']|` +
	`\bset_?default\(\s*"[\w.]*port"`)

// kept matches a line that is the port of a variable, and opened the call to which that variable is given.
var (
	kept   = words.Lazy(`(?i)^\s*(?:var |let |const )?port\s*:?=\s*["']?\d+$`)
	opened = words.Lazy(`(?i)(?:listen\w*|serve|run|start|bind)\([^\n]*\bport\b`)
)

// clients match lines that name the address of another program, or a second port of this one.
var clients = words.Lazy(`(?i)\b(?:rediss?|amqps?|postgres(?:ql)?|mysql|mongodb(?:\+srv)?|nats|kafka|smtp|bolt|` +
	`clickhouse)://|\b\w*(?:redis|mongo|postgres|mysql|kafka|nats|amqp)\w*(?:opt|options|config|client|conn)\b|\w_(?:URL|URI|DSN|HOST|BROKER)\b|` +
	`\bfetch\(["'` + "`" + `](?:http|/)|\baxios|\bproxy\b|\btarget\b|\borigins?\b|\brequests\.|` +
	`\bhttp\.Get\(|createClient\(|\bconnect\w*\(|` +
	`(?:\b|_)(?:redis|smtp|mail|db|database|health|debug)_?port\b|\bhmr\b|reload.port|metrics|prometheus|inspector|otlp|otel_|` +
	`ListenAndServe\("[\w.]*:6060|preview|\bmanagement\b|\btest\b|\bclient:|^\s*(?:#(?:[^\[]|$)|//|\*|--)`)

// foreign match the names of blocks of a configuration that are about another program, or a second port.
var foreign = words.Lazy(`(?i)\b(?:redis|postgres\w*|mysql|mongo\w*|db|database|datasource|smtp|mail\w*|kafka|` +
	`rabbit\w*|amqp|pop3|imap|cache|session|management|metrics|hmr|preview|\w*proxy|test|client|grpc|ssh|ssl|tls|telemetry|tracing|pprof)\b`)

// dotted matches a key of a properties file.
var dotted = words.Lazy(`^[\w-]+\.[\w.-]+`)

// others are ports of databases and mail servers, which sources name because they connect to them.
var others = []int{5432, 3306, 6379, 27017, 5672, 9200, 11211, 1025, 8025, 2525, 1433, 9092, 9000, 4317, 4318, 9229}

// opening are the texts of which a source that opens a server has one.
var opening = []string{"listen(", ".listen", "ListenAndServe", ".run(", "serve(", ".start(", "Server(", ".bind(",
	"::bind(", ".Start(", ".Run(", ".Listen(", "HttpServer", "set :port", "Endpoint", "Plug.Cowboy", "Bandit", "fetch:",
	"NewParser(", ":dev-http", "run-jetty", "run-server", "ServerBuilder"}

// Opens reports whether a source may open a server.
func Opens(text string) bool {
	return slices.ContainsFunc(opening, func(call string) bool { return callsIn(text, call) })
}

// callsIn reports whether a text has a call as a word of its own: prefetch: is no fetch:.
func callsIn(text, call string) bool {
	for {
		before, after, ok := strings.Cut(text, call)
		if last := len(before) - 1; !ok || last < 0 || call[0] < 'a' || before[last] < 'a' || before[last] > 'z' {
			return ok
		}
		text = after
	}
}

// PortsIn returns the ports that a text names as its own, the surest first.
func PortsIn(text string) (ports []int) {
	sure := 0 // how many are named where the program opens a server
	for _, form := range forms {
		if len(ports) > 0 || !hasNumber(text) {
			break
		}
		for _, m := range form().FindAllStringSubmatchIndex(text, 20) {
			for i := 2; i < len(m); i += 2 {
				n := ownPort(text, m[i], m[i+1])
				if n == 0 || slices.Contains(ports, n) {
					continue
				}
				line := text[strings.LastIndexByte(text[:m[0]], '\n')+1 : m[1]]
				if ports = append(ports, n); Opens(line) || strings.Contains(line, "http_port") { // before other protocols
					ports = slices.Insert(ports[:len(ports)-1], sure, n)
					sure++
				}
			}
		}
	}
	return ports
}

// hasNumber reports whether a text has a number of four digits, without which it names no port.
func hasNumber(text string) bool {
	for i, digits := 0, 0; i < len(text); i++ {
		if digits++; text[i] < '0' || text[i] > '9' {
			digits = 0
		}
		if digits == 4 {
			return true
		}
	}
	return false
}

// ownPort returns the number at a place of a text if the program there may listen on it, or 0.
func ownPort(text string, from, to int) int {
	if from < 0 {
		return 0
	}
	if partOf().MatchString(text[to:min(to+2, len(text))]) { // of a date, a version or an address
		return 0
	}
	n, _ := strconv.Atoi(text[from:to])
	start := strings.LastIndexByte(text[:from], '\n') + 1
	line := closedBlock().ReplaceAllString(closedURL().ReplaceAllString(text[start:to], ""), "")
	if n < 1024 || n > 65535 || slices.Contains(others, n) && !Opens(line) && !chosen().MatchString(line) &&
		!(kept().MatchString(line) && opened().MatchString(text)) ||
		clients().MatchString(line) || strings.Contains(line, "://") && !Opens(line) ||
		foreign().MatchString(within(text[:from])+" "+dotted().FindString(line)) {
		return 0
	}
	return n
}

// partOf matches what follows a number that is only the start of a longer one.
var partOf = words.Lazy(`^[-.:]\d`)

// closedURL and closedBlock match what a line says before a port about something else.
var (
	closedURL   = words.Lazy("[\"'`]\\w+://[^\"'`\n]*[\"'`]")
	closedBlock = words.Lazy(`\b\w+\s*:\s*\{[^{}]*\}`)
)

// within returns the names of the blocks that are open at the end of a text: of braces, and the section of a TOML file.
func within(text string) (names string) {
	names = strings.Join(blocks(text), " ") + " "
	if all := section().FindAllStringSubmatch(text, -1); len(all) > 0 {
		names += all[len(all)-1][1]
	}
	return names + " " + above(text)
}

// blocks returns the names of the braces that are open at the end of a text, the innermost first.
func blocks(text string) (names []string) {
	depth := 0
	for i := len(text) - 1; i >= 0; i-- {
		switch text[i] {
		case '}':
			depth++
		case '{':
			if depth--; depth < 0 {
				depth = 0
				names = append(names, strings.Fields(strings.TrimRight(blockName().FindString(text[:i]), `"': `))...)
			}
		}
	}
	for i, name := range names {
		if i > 0 && name == "projects" { // what is below has a name of its own
			names[i-1] = ""
		}
	}
	return names
}

// above returns the keys that the last line of a text is indented below.
func above(text string) (names string) {
	lines := strings.Split(text, "\n")
	depth := len(lines[len(lines)-1]) - len(strings.TrimLeft(lines[len(lines)-1], " \t"))
	for _, line := range slices.Backward(lines) {
		trimmed := strings.TrimLeft(line, " \t")
		if at := len(line) - len(trimmed); trimmed != "" && at < depth {
			depth = at
			names += key().FindString(trimmed) + " "
		}
	}
	return names
}

var (
	blockName = words.Lazy(`[\w-]+["']?\s*:\s*$|\btype \w+ struct\s*$|\bimpl [^{}\n]*$`)
	section   = words.Lazy(`(?m)^\[([\w.-]+)\]\s*$`)
	key       = words.Lazy(`^["']?[\w-]+["']?:`)
)

// AddressIn returns what a source shows of where it listens. A configuration needs no call that opens a server.
func AddressIn(file, text string, config bool) Address {
	a := Address{}
	if at := unitTests().FindStringIndex(text); at != nil {
		text = text[:at[0]]
	}
	for line := range strings.Lines(text) {
		if !hasAny(line, portVariable...) {
			continue
		}
		for _, m := range reads().FindAllStringSubmatch(line, 20) {
			name := m[1] + m[2] + m[3] + m[4]
			a.Env, a.Vars = a.Env || name == "PORT", append(a.Vars, name)
		}
	}
	serves := path.Ext(file) == ".py" && code.PythonRuns(text)
	if hasNumber(text) && (config || serves || len(a.Vars) > 0 || Opens(text) || hasDefault(text)) {
		if ports := PortsIn(text); len(ports) > 0 {
			a.Port, a.File, a.Also = ports[0], file, ports[1:]
		}
	}
	if a.Port == 0 && apollo().MatchString(text) {
		a.Port, a.File = 4000, file
	}
	return a
}

// apollo matches a server of GraphQL that listens where its library does, without another port.
var apollo = words.Lazy(`(?s)(?:["']apollo-server["'].*\.listen\(\)|["']@apollo/server/standalone["'].*startStandaloneServer\((?:\w+|` +
	`[^()]*\{\s*context[^{}]*\{[^{}]*\},?\s*\})\))`)

// unitTests matches where a source of Rust goes on with its tests.
var unitTests = words.Lazy(`#\[cfg\(test\)\]\s*(?:#[^\n]*\n\s*)*mod \w+ \{`)

// hasDefault reports whether a text declares a port by itself.
func hasDefault(text string) bool {
	return hasAny(text, "efault", "isten", "ISTEN", "Value:", "-> u") && (fieldDefault().MatchString(text) ||
		attribute().MatchString(text) || flagDefault().MatchString(text) || chosen().MatchString(text))
}

func hasAny(text string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
}

// And adds what another file shows.
func (a Address) And(b Address) Address {
	if a.Port == 0 {
		a.Port, a.File, a.Also = b.Port, b.File, b.Also
	}
	a.Env, a.Vars = a.Env || b.Env, append(a.Vars, b.Vars...)
	return a
}
