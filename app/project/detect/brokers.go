package detect

import (
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/code"
	"devservers/app/project/programs"
	"devservers/app/project/survey"
)

// workers are commands that can do nothing without a broker.
var workers = words.Lazy(`\b(?:celery|rq|rqworker|saq|taskiq|huey_consumer|huey|run_huey|rundramatiq|arq|dramatiq|sidekiq|resque|resque-pool)\b`)

// proposeBrokers adds the brokers that manifests name and nothing else provides.
func (f *finder) proposeBrokers() {
	dirs := []string{"."}
	for _, e := range f.proposal.Servers {
		dirs = append(dirs, e.at())
	}
	for _, b := range code.Brokers {
		file, extra := programs.Names(f.Checkout, dirs, b)
		if file == "" || len(dirs) == 1 || f.provides(b) {
			continue
		}
		port, used := programs.Addressed(f.Checkout, b, extra)
		e := ProposedServer{Name: b.Name, Port: strconv.Itoa(port), From: file, standard: port}
		program := slices.IndexFunc(b.Programs, func(name string) bool { _, err := exec.LookPath(name); return err == nil })
		switch {
		case !used && !f.works():
			f.note(file + " names a client of " + b.Name + ", but nothing here says where it runs, or " +
				"that it is needed: it is left out")
			continue
		case programs.Answers(port):
			e.External, e.About = true, "it runs already"
		case program >= 0:
			e.Command = b.Programs[program] + b.Option
		default:
			f.note(file + " names a client of " + b.Name + ", which is neither installed here nor in a compose file: " +
				"servers that need it fail until it listens on port " + e.Port)
			continue
		}
		for i := range f.proposal.Servers {
			if s := &f.proposal.Servers[i]; waits(*s) {
				s.Needs = append(s.Needs, Var{b.Name, "ready"})
			}
		}
		f.proposal.Servers = append(f.proposal.Servers, e)
	}
}

// provides reports whether a proposed server is the broker: by its name, command or image.
func (f *finder) provides(b code.Broker) bool {
	re := regexp.MustCompile(`\b(?:` + strings.Join(append(b.Programs, b.Name, b.Scheme), "|") + `)\b`)
	return slices.ContainsFunc(f.proposal.Servers, func(e ProposedServer) bool {
		return re.MatchString(e.Name) || re.MatchString(e.From) || len(b.Programs) > 0 &&
			slices.ContainsFunc(b.Programs, func(name string) bool { return strings.Contains(e.Command, name) })
	})
}

// works reports whether a worker is proposed, which can do nothing without a broker.
func (f *finder) works() bool { return slices.ContainsFunc(f.proposal.Servers, waits) }

// waits reports whether a server waits for jobs, by its command or name.
func waits(e ProposedServer) bool { return workers().MatchString(e.Command) || survey.HasJobs(e.Name) }
