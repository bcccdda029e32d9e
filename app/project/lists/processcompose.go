package lists

import (
	"bytes"

	"devservers/app/base/words"
	"devservers/app/config/command"
)

// listConditions are the conditions of process-compose (and Docker Compose), in our words.
var listConditions = map[string]string{
	"process_started": "started", "process_healthy": "ready", "process_completed": "completed",
	"process_completed_successfully": "completed",
	"process_log_ready":              "ready", "service_started": "started", "service_healthy": "ready",
	"service_completed_successfully": "completed",
}

// portProbe matches a check that only connects to a port, as bash does it.
var portProbe = words.Lazy(`^: *< */dev/tcp/[\w.-]+/(\d+)$`)

// ProcessCompose reads process-compose.yaml, in which $$ stands for $.
func ProcessCompose(dir string) (List, bool) {
	name, content := first(dir, "process-compose.yaml", "process-compose.yml")
	l := List{File: name}
	processes := parse(bytes.ReplaceAll(content, []byte("$$"), []byte("$"))).at("processes")
	for _, n := range processes.names() {
		p := processes.at(n)
		if p == nil || p.text("command") == "" || p.text("disabled") == "true" {
			continue
		}
		check, port := p.at("readiness_probe", "exec").text("command"), p.at("readiness_probe", "http_get").text("port")
		if m := portProbe().FindStringSubmatch(check); m != nil {
			check, port = "", m[1]
		} else if _, err := command.Parse(check); check != "" && err != nil {
			l.Notes = append(l.Notes, name+": processes."+n+": its check is left out, as it needs a shell: "+check)
			check = ""
		}
		l.Processes = append(l.Processes, Listed{
			Name: n, Line: p.text("command"), Dir: p.text("working_dir"), Env: p.variables("environment"), Needs: needs(p),
			HTTP:  p.at("readiness_probe", "http_get").text("path"),
			Port:  number(port),
			Check: check, Restart: restart(p.at("availability").text("restart")),
			From: name + ": processes." + n,
		})
	}
	finish(l.Processes)
	return l, len(l.Processes) > 0
}

func restart(policy string) string {
	switch policy {
	case "on_failure", "on-failure":
		return "on-failure"
	case "always", "unless-stopped":
		return "always"
	}
	return ""
}

// needs reads depends_on, as a list or with conditions.
func needs(p tree) map[string]string {
	found := map[string]string{}
	if deps := p.at("depends_on"); deps != nil {
		for _, name := range deps.names() {
			found[name] = listConditions[deps.at(name).text("condition")]
		}
		return found
	}
	for _, name := range p.list("depends_on") {
		found[name] = "started"
	}
	return found
}

// finish marks what others wait for until it has completed: that ends by itself.
func finish(processes []Listed) {
	done := map[string]bool{}
	for _, p := range processes {
		for name, condition := range p.Needs {
			done[name] = done[name] || condition == "completed"
		}
	}
	for i := range processes {
		processes[i].Once = done[processes[i].Name]
	}
}
