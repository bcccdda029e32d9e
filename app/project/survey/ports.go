package survey

import (
	"slices"
	"strconv"
	"strings"

	"devservers/app/transcript/text"
)

var (
	fromEnv = text.Lazy(`(?i:env|environ|getenv|var|fetch|get)[\w.]*[.(\[]+\s*["']?PORT\b`)
	literal = text.Lazy(`\blisten\(\s*(\d{2,5})\b|(?:(?:\b|_)(?i:port)|[a-z0-9]P(?:ort|ORT))["']?(?:\s*:\s*\w+)?\s*(?:[:=,]|=>)\s*` +
		`(?:[^\n\d]{0,60}(?:\|\||\?\?|\bor\b|,|\bdefault\s*[=:])\s*)?["']?(\d{4,5})\b|(?i:port)"[^\n` + "`" + `]{0,60}\bdefault:"(\d{4,5})"|(?:127\.0\.0\.1|localhost|0\.0\.0\.0|["'])["']?[:,]\s*["']?(\d{4,5})\b`)
)

// clients match lines that name the address of another program.
var clients = text.Lazy(`(?i)\b(?:rediss?|amqps?|postgres(?:ql)?|mysql|mongodb(?:\+srv)?|nats|kafka|smtp|bolt|clickhouse)://|\w_(?:URL|URI|DSN|HOST|BROKER)\b|\bfetch\(["'` + "`" + `]|\baxios|\bproxy\b|\btarget:|\brequests\.|\bhttp\.Get\(|createClient\(|\b(?:redis|smtp|mail|db|database)_?port\b`)

// others are ports of databases and mail servers, which sources name because they connect to them.
var others = []int{5432, 3306, 6379, 27017, 5672, 9200, 11211, 1025, 8025, 2525, 1433, 9092, 9000, 4317, 4318}

// opening are the texts of which a source that opens a server has one.
var opening = []string{"listen(", ".listen", "ListenAndServe", ".run(", "serve(", "Server(", ".bind(", "::bind(",
	".Start(", ".Run(", "HttpServer", "set :port", "Endpoint", "Plug.Cowboy", "Bandit", "fetch:", "NewParser("}

// Opens reports whether a source may open a server.
func Opens(text string) bool {
	return slices.ContainsFunc(opening, func(call string) bool { return strings.Contains(text, call) })
}

// PortIn returns the first port that a source names as its own, or 0.
func PortIn(text string) int {
	for _, m := range literal().FindAllStringSubmatchIndex(text, 20) {
		for i := 2; i < len(m); i += 2 {
			if m[i] < 0 {
				continue
			}
			n, _ := strconv.Atoi(text[m[i]:m[i+1]])
			start := strings.LastIndexByte(text[:m[i]], '\n') + 1
			if n >= 1024 && n <= 65535 && !slices.Contains(others, n) && !clients().MatchString(text[start:m[i+1]]) {
				return n
			}
		}
	}
	return 0
}

// ReadsPort reports whether a source reads the variable PORT.
func ReadsPort(text string) bool {
	return strings.Contains(text, "PORT") && fromEnv().MatchString(text)
}
