package rules

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
	"devservers/app/reading/why/sayings"
)

// accessRules find what is denied: a file, a login; and what has expired.
var accessRules = []rule{
	{broad: true, words: []string{"ermission denied", "EACCES", "EPERM", "not permitted", "ead-only", "EROFS", "ccess denied", "ccess is denied", "not writable", "not writeable", "not readable", "unwritable"},
		pattern: lazily(`(?i)permission denied|EACCES|EPERM|operation not permitted|read-only file system|EROFS|access (?:is )?denied|not (?:writ|read)e?able|unwritable`), find: denied},
}

// denied finds the path that may not be used, with its owner and mode.
func denied(c *Clues, at int, _ []string) *app.Finding {
	text := sayings.Times().ReplaceAllString(c.Lines[at].Text, "")
	for _, m := range sayings.PathIn().FindAllStringSubmatch(text, 8) {
		name := strings.TrimRight(m[1]+m[2], ".")
		if parent := filepath.Join(c.WorkDir, filepath.Dir(name)); !filepath.IsAbs(name) && strings.Contains(name, "/") && sources.Valid(name) && sources.Existing(parent) == "" {
			return c.missingFile(name) // Node says EACCES for a socket in a directory that does not exist
		}
		if !sources.Valid(name) || !c.Exists(name) && (!filepath.IsAbs(name) || !sources.LooksLikeFile(name)) {
			continue
		}
		f := &app.Finding{Kind: app.FindingAccess, Problem: "it may not use " + name, Fix: "check its owner and mode: ls -ld " + name}
		if strings.Contains(strings.ToLower(text), "read-only") || strings.Contains(text, "EROFS") {
			f.Problem, f.Fix = name+" is on a file system that is read-only", "use another directory, or mount it writable"
		} else if info, err := os.Stat(c.Found(name)); err == nil {
			f.Evidence = []string{name + " has the mode " + info.Mode().String() + sources.OwnerOf(info)}
		} else if dir := filepath.Dir(name); sources.Existing(dir) != "" { // it would be created there
			info, _ := os.Stat(dir)
			f.Evidence = []string{dir + " has the mode " + info.Mode().String() + sources.OwnerOf(info)}
			f.Fix = "write it into a directory of the project, or check the owner and mode of " + dir
		}
		if path, line := c.Naming(name); path != "" {
			f.Evidence = append(f.Evidence, c.Shown(path)+":"+itoa(line)+" names it")
		}
		return f
	}
	return c.lowPort(text)
}

// lowPort finds a port below 1024 in the command or the sources that it names, if that is all that can be denied.
func (c *Clues) lowPort(text string) *app.Finding {
	if len(strings.TrimSpace(text)) > 60 {
		return nil
	}
	texts := []string{strings.Join(c.Argv, " ")}
	for _, arg := range c.Argv {
		texts = append(texts, sources.Read(c.Own(arg)))
	}
	for _, text := range texts {
		if m := sayings.PortSet().FindStringSubmatch(text); m != nil {
			return c.reserved(strings.Join(m[1:], ""))
		}
	}
	return nil
}

// reserved returns the finding that a port is one of the system, with the file of the command that names it.
func (c *Clues) reserved(port string) *app.Finding {
	f := &app.Finding{Kind: app.FindingPort, Problem: "it may not listen on port " + port, Evidence: []string{"ports below 1024 are reserved for the system"}}
	f.Next(app.Step{Do: app.StepPort, Server: c.Ref}, "use a port above 1023")
	if path, line := c.Naming(port); path != "" && slices.ContainsFunc(c.Argv, func(arg string) bool { return c.Own(arg) == path }) {
		where := c.Shown(path) + ":" + itoa(line)
		f.Evidence, f.Step, f.Fix = append(f.Evidence, where+" names it"), nil, "write a port above 1023 into "+where
	}
	return f
}
