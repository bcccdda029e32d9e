//go:build chaos

package chaos

import (
	"fmt"
	"strings"
	"syscall"
	"time"

	"devservers/app"
)

const ofMaze = "/api/projects/maze/servers/"

// start, stop and restart are noted, for the check of what is wanted at last.
func (c *caller) start() string   { return c.operate("start", c.one(everything)) }
func (c *caller) stop() string    { return c.operate("stop", c.one(everything)) }
func (c *caller) restart() string { return c.operate("restart", c.one(everything)) }

func (c *caller) operate(action, server string) string {
	return c.request(action, server, c.one([]string{"none", "none", "started", "ready"}))
}

// request requests an operation. It draws nothing, so that faults may use it as well.
func (c *caller) request(action, server, wait string) string {
	body := map[string]any{}
	if action != "stop" {
		body["env"] = c.w.environment()
	}
	var result app.Result
	begin := time.Now()
	a := c.w.post(ofMaze+server+"/"+action+"?timeout=3s&wait="+wait, body, &result)
	c.b.wants.add(server, wish{begin: begin, end: time.Now(), up: action != "stop", acknowledged: a.ok()})
	c.b.acted(a, action, "maze/"+server)
	c.check(a)
	if a.code == "port_in_use" && strings.Contains(a.body, "notes/"+server) && !c.b.strained() {
		c.w.violate("V15", "%s: its own process is in its way: %s", server, a)
	}
	return fmt.Sprintf("%s %s (%s): %s, run %s", action, server, wait, a, result.Run)
}

// check looks at an answer to anything: the manager itself must not be at fault.
func (c *caller) check(a answer) {
	if a.status >= 500 && a.code != "not_ready" && !c.b.strained() {
		c.w.violate("V13", "the manager is at fault: %s", a)
	}
}

func (c *caller) task() string {
	name := c.one(tasks)
	a := c.w.post("/api/projects/maze/tasks/"+name+"/run", map[string]any{}, nil)
	c.b.acted(a, "run", "maze/"+name)
	c.check(a)
	return name + ": " + a.String()
}

func (c *caller) pin() string {
	server, action := c.one(everything), c.one([]string{"pin", "unpin", "unpin"})
	a := c.w.post(ofMaze+server+"/"+action, nil, nil)
	c.b.acted(a, action, "maze/"+server)
	c.check(a)
	return action + " " + server + ": " + a.String()
}

func (c *caller) patch() string {
	server := c.one(steady)
	if c.chance(50) {
		a := c.w.send("DELETE", ofMaze+server+"/patches", nil, nil)
		c.check(a)
		return "reset " + server + ": " + a.String()
	}
	change := map[string]any{"set_env": map[string]string{"NOISE": fmt.Sprint(c.random.IntN(1000))}, "reason": "chaos"}
	a := c.w.post(ofMaze+server+"/patches", change, nil)
	c.check(a)
	return "set " + server + ": " + a.String()
}

func (c *caller) edit() string {
	if !c.b.edits {
		return "not now"
	}
	if c.chance(30) {
		c.b.world.maze.spoil()
		return "spoiled"
	}
	c.b.world.maze.rewrite()
	return "rewritten; " + c.request("restart", c.one(everything), "none")
}

func (c *caller) trust() string { c.b.world.maze.trust(); return "trusted" }

// reload makes the manager read its configuration again.
func (c *caller) reload() string {
	if id, ok := c.w.manager(); ok {
		return fmt.Sprint("HUP: ", id.Signal(syscall.SIGHUP))
	}
	return "no manager"
}

// side registers or forgets a project of its own.
func (c *caller) side() string {
	return c.b.world.sides.change(c.random.IntN(sideProjects), c.chance(60))
}

// command uses the command line, which starts a manager if none runs.
func (c *caller) command() string {
	args := [][]string{{"status", "--json"}, {"start"}, {"runs", "maze/ack"}, {"history"}, {"events"}}[c.random.IntN(5)]
	out, code := c.w.devservers(args...)
	if code != 0 && !c.b.unstable() {
		c.w.violate("V13", "devservers %v: exit code %d: %s", args, code, out)
	}
	return fmt.Sprint(args, ": exit code ", code)
}
