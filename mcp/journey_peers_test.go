//go:build real && linux

package mcp_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// exchange is one call of another manager's tool with its answer. Nothing of those is run here: the form of the answer
// is what testdata/journey.md names as its source, the output in it is Vite's own, of this journey.
type exchange struct{ tool, args, answer string }

// viaPitchfork requests the log wherever nothing else helps: neither the start nor the status says the URL, and only
// the log has errors.
func (j *journey) viaPitchfork() []exchange {
	log := func(lines []string) exchange {
		answer := "=== shop/vite ===\n"
		for _, line := range tail(lines, 50) {
			answer += "2026-11-21 08:00:00 " + line + "\n"
		}
		return exchange{"pitchfork_logs", `{"id":["vite"]}`, answer}
	}
	return []exchange{
		{"pitchfork_start", `{"id":["vite"]}`, "Started: shop/vite"}, log(j.logs[0]), log(j.logs[1]), log(j.logs[2]),
	}
}

// viaProcessCompose looks once whether it is ready, as if it were at the first look.
func (j *journey) viaProcessCompose() []exchange {
	log := func(lines []string) exchange {
		return exchange{"pc_process_logs", `{"name":"vite"}`, inJSON(given{"name": "vite", "lines": tail(lines, 100)})}
	}
	state := given{
		"name": "vite", "namespace": "default", "status": "Running", "system_time": "2s", "age": 2000000000,
		"is_ready":        "Ready",
		"has_ready_probe": true, "restarts": 0, "exit_code": 0, "pid": 41234, "is_elevated": false,
		"password_provided": false,
		"mem":               104857600, "cpu": 1.5, "is_running": true,
	}
	return []exchange{
		{"pc_process_start", `{"name":"vite"}`, "Process vite started"},
		{"pc_process_get", `{"name":"vite"}`, inJSON(state)},
		{"pc_process_ports", `{"name":"vite"}`, inJSON(given{"name": "vite", "tcp_ports": []int{5173}, "udp_ports": nil})},
		log(j.logs[1]), log(j.logs[2]),
	}
}

func tail(lines []string, n int) []string { return lines[max(0, len(lines)-n):] }

func inJSON(v any) string {
	text, _ := json.Marshal(v) // strings, numbers and lists: never fails
	return string(text)
}

// compare holds the three ways against the table of testdata/journey.md: the calls, and the tokens within a fifth,
// since ports, paths and times differ.
func (j *journey) compare(ours *cost) {
	j.T.Helper()
	table := journeyTable(j)
	got := map[string][2]int{"devservers": {ours.calls, ours.spent}}
	for name, list := range map[string][]exchange{"pitchfork": j.viaPitchfork(),
		"process-compose": j.viaProcessCompose()} {
		spent := 0
		for _, e := range list {
			n := tokens(j.T, e.tool) + tokens(j.T, e.args) + tokens(j.T, e.answer)
			j.T.Logf("%-16s %-16s %5d", name, e.tool, n)
			spent += n
		}
		got[name] = [2]int{len(list), spent}
	}
	for name, is := range got {
		want := table[name]
		if is[0] != want[0] || is[1]*5 < want[1]*4 || is[1]*5 > want[1]*6 {
			j.T.Errorf("%s: %d calls, %d tokens; testdata/journey.md says %v", name, is[0], is[1], want)
		}
	}
}

var journeyRow = regexp.MustCompile(`(?m)^\| ([a-z-]+)[^|]*\| (\d+) \| ([\d,]+) \|`)

// journeyTable reads calls and tokens out of the table.
func journeyTable(j *journey) map[string][2]int {
	j.T.Helper()
	text, err := os.ReadFile("testdata/journey.md")
	j.must(err)
	rows := map[string][2]int{}
	first, _, _ := strings.Cut(string(text), "\n## ")
	for _, m := range journeyRow.FindAllStringSubmatch(first, -1) {
		calls, err := strconv.Atoi(m[2])
		j.must(err)
		n, err := strconv.Atoi(strings.ReplaceAll(m[3], ",", ""))
		j.must(err)
		rows[m[1]] = [2]int{calls, n}
	}
	if len(rows) != 3 {
		j.T.Fatalf("the table has other rows: %v", rows)
	}
	return rows
}
