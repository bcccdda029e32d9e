package why

import (
	"strconv"
	"strings"

	"devservers/app"
)

// dependencyRules find a server or host that could not be reached.
var dependencyRules = []rule{
	{words: []string{"ECONNREFUSED", "onnection refused", "onnect to"}, pattern: lazily(
		`(?:ECONNREFUSED ([\w.:\[\]-]+?):(\d{1,5})|to \w+://([\w.-]+):(\d{1,5})\S* \[ECONNREFUSED\]|connect(?:ing|ion)? to (?:server at )?"?(?:\w+://)?(?:[\w.-]*@)?([\w.\[\]-]+)"?(?: \([\d.:]+\))?(?:, port |:)(\d{2,5})\D.*(?:refused|failed)|\w+://(?:[^@\s/]*@)?([\w.-]+):(\d{2,5})\S*.*[Cc]onnection refused|dial tcp ([\w.\[\]:-]+?):(\d{2,5}): connect: connection refused)`), find: refused},
	{words: []string{"ENOTFOUND", "could not translate host name", "Name or service not known", "no such host", "nodename nor servname"}, pattern: lazily(
		`(?:ENOTFOUND ([\w.-]+)|could not translate host name "([\w.-]+)"|lookup ([\w.-]+).*no such host|Error -?\d+ connecting to ([\w.-]+):\d+)`), find: unknownHost},
}

// services usually listen on these ports.
var services = map[int]string{6379: "Redis", 5432: "PostgreSQL", 3306: "MySQL", 27017: "MongoDB", 5672: "RabbitMQ", 11211: "memcached", 9200: "Elasticsearch", 9092: "Kafka", 4222: "NATS", 1025: "the mail catcher", 9000: "MinIO"}

func refused(c *clues, _ int, m []string) *app.Finding {
	host, number := "", ""
	for i := 1; i+1 < len(m); i += 2 {
		host, number = host+m[i], number+m[i+1]
	}
	port, err := strconv.Atoi(number)
	if err != nil || port == c.port {
		return nil
	}
	what := services[port]
	if what == "" {
		what = "a server"
	}
	at := host + ":" + number
	f := &app.Finding{Kind: app.FindingDependency, Problem: what + " at " + at + " did not answer", Fix: "start it; if devservers.yml declares it, it starts with the others"}
	if who, _ := c.owner(port); who != "" {
		f.Evidence = append(f.Evidence, "something listens there now: "+who)
		f.Fix = "devservers restart " + c.ref
	}
	if ref, up := c.server(port); ref != "" && !up {
		f.Evidence = append(f.Evidence, ref+" is declared to listen there, but is not running")
		f.Fix = "devservers start " + ref
	}
	return f
}

func unknownHost(c *clues, _ int, m []string) *app.Finding {
	host := strings.Join(m[1:], "")
	f := &app.Finding{Kind: app.FindingDependency, Problem: "the host " + host + " is unknown", Fix: "correct the address"}
	if !strings.Contains(host, ".") {
		f.Evidence = []string{"a name without dots is usually a container's, which resolves only in Docker's network"}
		f.Fix = "use localhost and the port that the container publishes"
	}
	return f
}
