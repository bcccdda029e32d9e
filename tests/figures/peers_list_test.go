//go:build figures && linux

package figures

import (
	"path/filepath"
	"strings"
)

// with returns the arguments of a command on servers.
func with(args ...string) func(*site, []string) []string {
	return func(_ *site, names []string) []string { return append(append([]string{}, args...), names...) }
}

func always(args ...string) func(*site) []string { return func(*site) []string { return args } }

// peers are measured in turns. The first is this program; the second is the least that could do the same.
var peers = []*peer{
	{
		name: "devservers", needs: "devservers", pipe: true, terminal: true,
		write: func(s *site) {
			way := "false"
			if s.terminal {
				way = "true"
			}
			s.file("devservers.yml", "project: figures\nservers:\n"+s.each("  NAME: {command: SCRIPT, pty: "+way+"}\n"))
			s.run([]string{"devservers", "register"})
			s.run([]string{"devservers", "trust", "--yes"})
			s.run([]string{"devservers", "stop"})
		},
		up: always("devservers", "start"), down: always("devservers", "stop", "--all"),
		status: always("devservers", "status"),
		start:  with("devservers", "start"), stop: with("devservers", "stop"), again: with("devservers", "restart"),
	},
	{
		name: "a shell", needs: "sh", pipe: true, terminal: true,
		write: func(s *site) {
			way := "SCRIPT 2>&1 | cat >DIR/NAME.log &\n"
			if s.terminal {
				way = self() + " terminal DIR/NAME.log SCRIPT &\n"
			}
			s.file("run.sh", s.each(way)+"wait\n")
		},
		up: always("sh", "run.sh"), stays: true,
	},
	{
		name: "process-compose", needs: "process-compose", pipe: true, terminal: true,
		get: "go install github.com/f1bonacc1/process-compose@latest",
		write: func(s *site) {
			way := ""
			if s.terminal {
				way = "    is_tty: true\n"
			}
			s.file("process-compose.yaml", "version: \"0.5\"\nprocesses:\n"+
				s.each("  NAME:\n    command: SCRIPT\n    log_location: DIR/NAME.log\n"+way))
		},
		up: always("process-compose", "-u", "pc.sock", "-L", "pc.log", "-f", "process-compose.yaml", "-t=false",
			"--keep-project", "up"),
		stays: true, down: always("process-compose", "-u", "pc.sock", "down"),
		status: always("process-compose", "-u", "pc.sock", "process", "list"),
		start:  eachOf("process-compose -u pc.sock process start"),
		stop:   with("process-compose", "-u", "pc.sock", "process", "stop"),
		again:  with("process-compose", "-u", "pc.sock", "process", "restart"),
	},
	{
		name: "hivemind", needs: "hivemind", terminal: true,
		get:   "go install github.com/DarthSim/hivemind@latest",
		write: func(s *site) { s.file("Procfile", s.each("NAME: SCRIPT\n")) },
		up:    always("hivemind", "Procfile"), stays: true,
	},
	{
		name: "overmind", needs: "overmind",
		get:   "go install github.com/DarthSim/overmind/v2@latest, and tmux",
		write: func(s *site) { s.file("Procfile", s.each("NAME: SCRIPT\n")) },
		up:    always("overmind", "start", "-f", "Procfile", "-s", "om.sock"), stays: true,
		down: always("overmind", "quit", "-s", "om.sock"), status: always("overmind", "status", "-s", "om.sock"),
		again: with("overmind", "restart", "-s", "om.sock"),
	},
	{
		name: "supervisor", needs: "supervisord", pipe: true,
		get: "apt-get install supervisor",
		write: func(s *site) {
			s.file("s.conf", "[unix_http_server]\nfile="+s.dir+"/s.sock\n[supervisord]\nlogfile="+s.dir+"/s.log\npidfile="+s.dir+
				"/s.pid\nchildlogdir="+s.dir+
				"\n[rpcinterface:supervisor]\nsupervisor.rpcinterface_factory = supervisor.rpcinterface:make_main_rpcinterface\n"+
				"[supervisorctl]\nserverurl=unix://"+s.dir+"/s.sock\n"+
				s.each("[program:NAME]\ncommand=SCRIPT\nstartsecs=0\nredirect_stderr=true\nstdout_logfile=DIR/NAME.log\n"+
					"stdout_logfile_maxbytes=0\n"))
		},
		up: always("supervisord", "-n", "-c", "s.conf"), stays: true,
		down: always("supervisorctl", "-c", "s.conf", "shutdown"), status: always("supervisorctl", "-c", "s.conf", "status"),
		start: with("supervisorctl", "-c", "s.conf", "start"), stop: with("supervisorctl", "-c", "s.conf", "stop"),
		again: with("supervisorctl", "-c", "s.conf", "restart"),
	},
	{
		name: "daemontools", needs: "svscan", pipe: true,
		get: "apt-get install daemontools",
		write: func(s *site) {
			for i, name := range s.servers {
				s.file("services/"+name+"/run", "#!/bin/sh\nexec "+s.script(i)+" 2>&1\n")
				s.file("services/"+name+"/log/run", "#!/bin/sh\nexec multilog s16777215 n20 ./main\n")
			}
		},
		up: always("svscan", "services"), stays: true,
		status: func(s *site) []string { return append([]string{"svstat"}, s.services(s.servers)...) },
		start:  func(s *site, names []string) []string { return append([]string{"svc", "-u"}, s.services(names)...) },
		stop:   func(s *site, names []string) []string { return append([]string{"svc", "-d"}, s.services(names)...) },
		again:  func(s *site, names []string) []string { return append([]string{"svc", "-t"}, s.services(names)...) },
	},
	{
		name: "pm2", needs: "pm2", pipe: true,
		get: "npm install pm2",
		write: func(s *site) {
			apps := s.each(`{"name": "NAME", "script": "SCRIPT", "interpreter": "none", "merge_logs": true, "out_file": "DIR/NAME.log", "error_file": "DIR/NAME.log"},`)
			s.file("apps.json", `{"apps": [`+strings.TrimSuffix(apps, ",")+`]}`)
		},
		up: always("pm2", "start", "apps.json"), down: always("pm2", "kill"), status: always("pm2", "list"),
		start: with("pm2", "start"), stop: with("pm2", "stop"), again: with("pm2", "restart"),
	},
}

// services are directories of daemontools.
func (s *site) services(names []string) (dirs []string) {
	for _, name := range names {
		dirs = append(dirs, filepath.Join(s.dir, "services", name))
	}
	return dirs
}

// eachOf returns a command that is called once for each server, all at once: that program takes only one.
func eachOf(command string) func(*site, []string) []string {
	return func(_ *site, names []string) []string {
		return append([]string{"sh", "-c", "for name; do " + command + ` "$name" & done; wait`, "sh"}, names...)
	}
}
