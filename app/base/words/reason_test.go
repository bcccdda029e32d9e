package words

import (
	"testing"
	"time"
)

func TestReason(t *testing.T) {
	exit := End{Code: 3, Lived: 1500 * time.Millisecond}
	soon := End{Code: 3, Lived: 1500 * time.Millisecond, Ready: 400 * time.Millisecond}
	for want, r := range map[string]Reason{
		"":                      {},
		"waiting for port 5173": {Kind: PortClosed, Port: 5173},
		"waiting for port 5173, but it listens on 192.168.1.2:5173 only": {Kind: PortElsewhere, Port: 5173,
			About: "192.168.1.2:5173"},
		"waiting for port 5173, where another process listens": {Kind: PortTaken, Port: 5173},
		"waiting for http://localhost/up": {Kind: NoAnswer,
			About: "http://localhost/up"},
		"waiting for http://localhost/up, which answers 503": {Kind: BadAnswer,
			About: "http://localhost/up", Detail: "503"},
		`waiting for a line that matches "ready\\."`: {Kind: NoLine, About: `ready\.`},
		"waiting for `pg_isready` to succeed": {Kind: CommandFails,
			About: "pg_isready"},
		"waiting for `pg_isready` to succeed: it is not installed": {Kind: CommandFails,
			About: "pg_isready", Detail: "it is not installed"},
		"waiting to see whether it stays alive": {Kind: MustStayAlive},
		"needs db to be ready and migrate to complete": {Kind: WaitsForNeeds,
			About: And([]string{Need("db", "ready"), Need("migrate", "completed")})},
		"waiting for web to stop": {Kind: WaitsForStop, About: "web"},
		"waiting for its processes to end (up to 5s)": {Kind: Stopping,
			Within: 5 * time.Second},
		"exited with code 3 after 1.5s":                                    {Kind: Exited, Ended: exit},
		"exited with code 3 after 1.5s, 0.4s after it was ready":           {Kind: Exited, Ended: soon},
		"exited with code 3 after 1.5s; gave up after 5 restarts in a row": {Kind: Exited, Ended: exit, GaveUp: 5},
		"exited with code 3 after 1.5s; it starts again when a watched file changes": {Kind: Exited, Ended: exit,
			OnEdit: true},
		"exited with code 3 after 1.5s; ending the processes it left behind": {Kind: EndingRest, Ended: exit},
		"open to the network (it listens on 0.0.0.0:80)": {Kind: OpenToNetwork,
			About: "0.0.0.0:80"},
		"nothing of it listens on port 80 since 00:00:00: PID 7 (nginx) does": {Kind: NotListening, Port: 80,
			About: "PID 7 (nginx)"},
		"nothing accepts connections on port 80 since 00:00:00; KeyError: 'a'": {Kind: NotAccepting, Port: 80,
			Detail: "KeyError: 'a'"},
		"port 80 is served by a process that was not started here": {Kind: ServedElsewhere, Port: 80},
		"port 80 is served by PID 7 (nginx)": {Kind: ServedElsewhere, Port: 80,
			About: "PID 7 (nginx)"},
		"nothing serves it on port 5432": {Kind: NotServed, Port: 5432},
		"nothing serves it":              {Kind: NotServed},
	} {
		if got := r.String(); got != want {
			t.Errorf("%+v:\ngot  %s\nwant %s", r, got, want)
		}
	}
}

func TestEnd(t *testing.T) {
	for want, e := range map[string]End{
		"exited with code 0":                       {},
		"ended by signal KILL after 12s":           {Signal: "KILL", Lived: 12 * time.Second},
		"could not be executed: exec format error": {Error: "exec format error", Lived: time.Second},
		"stopped": {Cause: "asked", Signal: "TERM",
			Lived: time.Second},
		"stopped because nobody used it": {Cause: "idle", Signal: "TERM"},
		"stopped after 3m: its holder was killed": {Cause: "holder",
			Error: "its holder (PID 7) died", Lived: 3 * time.Minute},
		"stopped: it used more memory than its limit": {Cause: "memory", Signal: "KILL"},
		"stopped after 3m: it used 70 MB of memory, and its limit is 64 MB": {Cause: "memory", Lived: 3 * time.Minute,
			Detail: OverMemory(Memory{Used: 70 << 20, Limit: 64 << 20})},
		"ended by signal XFSZ after 1s: a file grew beyond file_size": {Signal: "XFSZ", Lived: time.Second},
		"stopped after 1s: 3 liveness checks in a row failed: no answer from http://localhost/up": {
			Cause: "unhealthy", Lived: time.Second, Detail: Unhealthy(3, Reason{Kind: NoAnswer, About: "http://localhost/up"}),
		},
	} {
		if got := e.String(); got != want {
			t.Errorf("%+v:\ngot  %s\nwant %s", e, got, want)
		}
	}
}

func TestUnhealthy(t *testing.T) {
	for want, r := range map[string]Reason{
		"its liveness check failed: it does not listen on port 80": {Kind: PortClosed, Port: 80},
		"its liveness check failed: it does not listen on port 80, but on 10.0.0.1:80": {Kind: PortElsewhere, Port: 80,
			About: "10.0.0.1:80"},
		"its liveness check failed: another process listens on port 80": {Kind: PortTaken, Port: 80},
		"its liveness check failed: http://localhost/up answers 503": {Kind: BadAnswer,
			About: "http://localhost/up", Detail: "503"},
		"its liveness check failed: `./check` did not succeed": {Kind: CommandFails,
			About: "./check"},
	} {
		if got := Unhealthy(1, r); got != want {
			t.Errorf("%+v:\ngot  %s\nwant %s", r, got, want)
		}
	}
}

func TestNeedFailed(t *testing.T) {
	for want, got := range map[string]string{
		"migrate, which web needs, did not complete: exited with code 3": NeedFailed("migrate", "web", "completed",
			"exited with code 3"),
		"db, which web needs, is not ready": NeedFailed("db", "web", "ready", ""),
		"db, which web needs, did not start: port 1 is taken": NeedFailed("db", "web", "started",
			"port 1 is taken"),
	} {
		if got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
