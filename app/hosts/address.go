package hosts

import (
	"net/url"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config/command"
)

// Way is how a host is reached: a command whose standard streams lead there.
type Way struct {
	Address string
	// before is the command line up to what runs there. With shell it is a shell there that gets one argument, which it
	// splits: ssh.
	before []string
	shell  bool
	exact  []string // of exec: the whole command line
}

// script finds devservers in a shell that is not a login shell, and becomes it. It is a constant: nothing of an address
// gets into a shell.
const script = `PATH="$HOME/.local/bin:$HOME/go/bin:/usr/local/bin:$PATH"; exec devservers dial`

// Ways lists the forms of addresses.
const Ways = "ssh://[USER@]HOST[:PORT], docker://[USER@]CONTAINER, podman://[USER@]CONTAINER, " +
	"kubectl://NAMESPACE/POD[/CONTAINER][?context=NAME], 'exec:COMMAND ... devservers dial'"

// word is a part of an address that becomes an argument: never an option.
var word = words.Lazy(`^[A-Za-z0-9_\[][A-Za-z0-9_.:\]-]*$`)

// ParseAddress reads the address of a host.
func ParseAddress(text string) (Way, error) {
	if line, ok := strings.CutPrefix(text, "exec:"); ok {
		return parseExec(text, line)
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" {
		return Way{}, wrong(text)
	}
	user := u.User.Username()
	for _, part := range []string{u.Hostname(), user} {
		if part != "" && !word().MatchString(part) {
			return Way{}, wrong(text)
		}
	}
	if _, secret := u.User.Password(); secret {
		return Way{}, app.Failf(app.CodeInvalid, "ssh asks for it, or use a key", "an address can't have a password")
	}
	switch w := (Way{Address: text}); {
	case u.Scheme == "ssh" && u.Path == "":
		return w.ssh(u, user), nil
	case (u.Scheme == "docker" || u.Scheme == "podman") && u.Path == "" && u.Port() == "":
		return w.container(u, user), nil
	case u.Scheme == "kubectl" && user == "":
		return w.pod(u)
	}
	return Way{}, wrong(text)
}

func wrong(text string) error {
	return app.Failf(app.CodeInvalid, "write one of "+Ways, "%s is not the address of a host", words.Quote(text))
}

// batch keeps ssh from asking.
const batch = "-oBatchMode=yes"

// ssh uses the person's own configuration. It never asks: nobody is there to answer.
func (w Way) ssh(u *url.URL, user string) Way {
	w.before, w.shell = []string{"ssh", "-T", batch, "-oConnectTimeout=10",
		"-oClearAllForwardings=yes"}, true
	if u.Port() != "" {
		w.before = append(w.before, "-p", u.Port())
	}
	if user != "" {
		w.before = append(w.before, "-l", user)
	}
	w.before = append(w.before, "--", u.Hostname())
	return w
}

func (w Way) container(u *url.URL, user string) Way {
	w.before = []string{u.Scheme, "exec", "-i"}
	if user != "" {
		w.before = append(w.before, "-u", user)
	}
	w.before = append(w.before, u.Hostname())
	return w
}

func (w Way) pod(u *url.URL) (Way, error) {
	parts := strings.Split(strings.TrimPrefix(u.Path, "/"), "/")
	name := u.Query().Get("context")
	for _, part := range append(parts, name) {
		if part != "" && !word().MatchString(part) {
			return w, wrong(w.Address)
		}
	}
	if len(parts) > 2 || parts[0] == "" {
		return w, wrong(w.Address)
	}
	w.before = []string{"kubectl"}
	if name != "" {
		w.before = append(w.before, "--context="+name)
	}
	w.before = append(w.before, "exec", "-i", "-n", u.Hostname(), parts[0])
	if len(parts) == 2 {
		w.before = append(w.before, "-c", parts[1])
	}
	w.before = append(w.before, "--")
	return w, nil
}

// parseExec reads a command line as a shell would, without running one.
func parseExec(text, line string) (Way, error) {
	parsed, err := command.Parse(strings.TrimSpace(line))
	if err != nil {
		return Way{}, app.Failf(app.CodeInvalid, "write a program and its arguments: exec:limactl shell vm devservers dial",
			"%s is not a command: %v", words.Quote(line), err)
	}
	args, err := parsed.Expand(func(string) (string, bool) { return "", false })
	if err != nil {
		return Way{}, app.Failf(app.CodeInvalid, "write the value", "a host's command has no variables: %v", err)
	}
	w := Way{Address: text, exact: args}
	if n := len(args); n > 2 && args[n-2] == "devservers" && args[n-1] == "dial" {
		w.before = args[:n-2]
	}
	return w, nil
}

// Dial returns the command line that leads to the manager there.
func (w Way) Dial() []string {
	if w.exact != nil {
		return w.exact
	}
	return w.run(script)
}

// Ask returns the command line with which ssh can ask a person in a terminal for what it needs, or nil.
func (w Way) Ask() []string {
	if !w.shell {
		return nil
	}
	line := slices.DeleteFunc(slices.Clone(w.before), func(arg string) bool { return arg == batch })
	return append(slices.Insert(line, 1, "-oBatchMode=no"), "true")
}

// Run returns the command line that runs a constant script there, or nil if the address leads nowhere else.
func (w Way) Run(script string) []string {
	if w.before == nil {
		return nil
	}
	return w.run(script)
}

func (w Way) run(script string) []string {
	line := append([]string{}, w.before...)
	if w.shell {
		return append(line, "exec sh -c '"+script+"'")
	}
	return append(line, "sh", "-c", script)
}
