// Package variables explains variables of the environment and settings of a project that are missing or not accepted: who
// reads them, which file gives or lists them, and how to set them. It owns nothing and changes nothing. It knows no output of
// programs but messages that are handed to it.
package variables

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
	"devservers/app/reading/why/proof"
	"devservers/app/reading/why/resolve"
	"devservers/app/reading/why/sayings"
)

// Of is the project that lacks a variable, with the environment of its next start.
type Of struct {
	*sources.Project
	Server   string // project/name of the one to start
	Env      map[string]string
	EnvFiles []string // declared, absolute

	settings map[string]proof.Place // where the project makes them, as far as looked up
}

// Unset returns the finding that a variable is missing, with the files that mention it.
func (o *Of) Unset(name string) *app.Finding {
	if name == "" || sayings.Connective[strings.ToLower(name)] {
		return nil
	}
	f := &app.Finding{Kind: app.FindingEnv, Problem: "the environment variable " + name + " is not set"}
	o.setIt(f, name)
	if value, ok := o.Env[name]; ok {
		f.Problem = "the environment variable " + name + " is not accepted"
		f.Evidence = append(f.Evidence, fmt.Sprintf("a start now gives it a value of %d characters", len(value)))
		if at, ok := proof.Gives(o.Project, name); ok {
			where := at.Shown(o.Project)
			f.Step, f.Manual, f.Fix = nil, "", "correct its value in "+where+"; restart if it was written there after this run began"
		} else if value != "" {
			f.Evidence[0] += "; it may have been set after this run began"
			f.Next(app.Step{Do: app.StepRestart, Server: o.Server}, "")
		}
		return f
	}
	if v, ok := proof.Reads(o.Project, name); ok {
		f.Evidence = append(f.Evidence, v.Shown(o.Project)+" reads it")
	}
	example := o.Near(sources.Examples...)
	if !sources.Defines(example, name) {
		example = ""
	} else {
		f.Evidence = append(f.Evidence, "it is in "+o.Shown(example))
	}
	if file := o.Unread(name, o.EnvFiles); file != "" {
		f.Evidence = append(f.Evidence, o.Shown(file)+" sets it, but the server does not read that file")
		f.Step, f.Fix = nil, "add to the server in devservers.yml: env_file: ["+o.Shown(file)+"]"
	} else if at := sources.BrokenEnv(o.Near(".env")); at > 0 {
		f.Evidence = append(f.Evidence, o.Shown(o.Near(".env"))+":"+strconv.Itoa(at)+" is not NAME=value")
		f.Step, f.Fix = nil, "correct "+o.Shown(o.Near(".env"))+":"+strconv.Itoa(at)
	} else if len(o.EnvFiles) == 0 && o.Near(".env") == "" && example != "" {
		f.Step, f.Fix = nil, "copy "+o.Shown(example)+" to .env, fill it in, and add env_file: [.env] to the server in devservers.yml"
	}
	return f
}

// Named finds which of the names in a message is that of a variable or of a setting of the project.
func (o *Of) Named(names []string) *app.Finding {
	for _, name := range names {
		if _, ok := proof.Reads(o.Project, name); ok || proof.Declared(o.Project, name) != "" {
			return o.Unset(name)
		}
		at, ok := o.Setting(name)
		if !ok {
			continue
		}
		for _, v := range at.Variables() {
			if _, set := o.Env[v.Name]; !set {
				f := o.Unset(v.Name)
				f.Evidence = append([]string{at.Shown(o.Project) + " takes the setting " + name + " from it"}, slices.DeleteFunc(f.Evidence, func(e string) bool { return e == at.Shown(o.Project)+" reads it" })...)
				return f
			}
		}
		where := at.Shown(o.Project)
		return &app.Finding{Kind: app.FindingConfig, Problem: "the setting " + name + " (" + where + ") is not accepted", Fix: "correct " + name + " in " + where}
	}
	f := &app.Finding{Kind: app.FindingConfig, Problem: "the setting " + names[0] + " is not set", Evidence: []string{"no file of the project reads " + names[0] + " from the environment"}, Fix: "set " + names[0] + " where the project has its settings"}
	if file := proof.Settings(o.Project, o.Env); file != "" {
		f.Fix = "set " + names[0] + " in " + o.Shown(file)
	}
	return f
}

// Setting returns where the project makes a setting. The sources are searched only once for each name.
func (o *Of) Setting(name string) (at proof.Place, ok bool) {
	if at, ok = o.settings[name]; ok {
		return at, at.File != ""
	}
	if at, ok = proof.Sets(o.Project, name); !ok {
		at = proof.Place{}
	}
	if o.settings == nil {
		o.settings = map[string]proof.Place{}
	}
	o.settings[name] = at
	return at, ok
}

// Behind finds the variables without a value on which the line of the sources with the error depends, if the message is
// one that this explains.
func (o *Of) Behind(message, file string, number int) *app.Finding {
	if aboutNames().MatchString(message) || !absence().MatchString(message) {
		return nil
	}
	for _, at := range resolve.Given(o.Project, o.Found(file), number) {
		for _, v := range proof.Behind(at.File, at.Line, nil) {
			if value, set := o.Env[v.Name]; set && (len(value) < 2 || !whole(message, value)) {
				continue // its value is not what the message is about
			}
			f := o.Unset(v.Name)
			if v.Line != number {
				f.Evidence = slices.DeleteFunc(f.Evidence, func(e string) bool { return e == v.Shown(o.Project)+" reads it" })
				f.Evidence = append([]string{v.Shown(o.Project) + " reads it: " + strings.TrimSpace(v.Text)}, f.Evidence...)
			}
			return f
		}
	}
	return nil
}

// whole reports whether a message has a value that is no part of a longer one.
func whole(message, value string) bool {
	return regexp.MustCompile(`(?:^|[\s"'\x60(:=,])` + regexp.QuoteMeta(value) + `(?:$|[\s"'\x60):,.;])`).MatchString(message)
}

// Listed finds the only variable that an example of an env file lists, that the sources read and that is not set, if a message
// is about a value that is not there.
func (o *Of) Listed(message string) *app.Finding {
	names := proof.Missing(o.Project, o.Env)
	if len(names) != 1 || !empty().MatchString(message) {
		return nil
	}
	return o.Unset(names[0])
}

// empty matches messages about a value that is empty.
var empty = sayings.Lazily(`(?i)\bparsing ""|: ""|''|\bempty\b|\bblank\b|\bundefined\b|\bnull\b|\bNone(?:Type)?\b|\bnil\b`)

// ofSources matches messages about the sources or their packages.
var ofSources = sayings.Lazily(`(?i)syntax|unexpected|module|package|import\b`)

// Like finds the only variable that the sources read, that is not set, and whose name has a word of a message about a value
// that is not there.
func (o *Of) Like(message string) *app.Finding {
	if !lacking().MatchString(message) || sayings.AboutCode().MatchString(message) || ofSources().MatchString(message) {
		return nil
	}
	text, like := strings.ToLower(message), ""
	for _, v := range proof.Unset(o.Sources(), o.Env) {
		for _, word := range strings.Split(strings.ToLower(v.Name), "_") {
			if len(word) > 4 && regexp.MustCompile(`\b`+word+`\b`).MatchString(text) {
				if like != "" && like != v.Name {
					return nil
				}
				like = v.Name
			}
		}
	}
	return o.Unset(like)
}

// NamedIn finds a variable that a message names, that the sources read without a default and that is not set.
func (o *Of) NamedIn(message string) *app.Finding {
	names := sayings.Capital().FindAllString(message, 8)
	if len(names) == 0 {
		return nil
	}
	for _, v := range proof.Unset(o.Sources(), o.Env) {
		if slices.Contains(names, v.Name) {
			return o.Unset(v.Name)
		}
	}
	return nil
}

// setIt makes setting the variable the fix.
func (o *Of) setIt(f *app.Finding, name string) {
	manual := ""
	if len(o.EnvFiles) > 0 {
		manual = "write " + name + "=... into " + o.Shown(o.EnvFiles[0])
	}
	f.Next(app.Step{Do: app.StepSetEnv, Server: o.Server, Name: name}, manual)
}

// Address adds the variables of an address that are not set: without them, a program tries the usual one.
func (o *Of) Address(f *app.Finding) *app.Finding {
	var names []string
	for _, name := range proof.Missing(o.Project, o.Env) {
		if sayings.OfAddress().MatchString(name) {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		list := strings.Join(names[:min(len(names), 4)], ", ")
		f.Evidence = append(f.Evidence, "not set, but in "+o.Shown(o.Near(sources.Examples...))+": "+list)
		f.Step, f.Manual, f.Fix = nil, "", "set "+list+", or "+f.Fix
	}
	return f
}

// lacking matches messages that say themselves that a value is not there.
var lacking = sayings.Lazily(`(?i)\b(?:nil|null|undefined|None|empty|blank|missing|required|unset|not set|not (?:provided|specified|configured)|must (?:be|have)|no implicit conversion)\b`)

// absence matches messages that a missing value explains.
var absence = sayings.Lazily(`(?i)\b(?:nil|null|undefined|None(?:Type)?|NaN|empty|missing|required|unset|not set|NotPresent|KeyError|invalid|unexpected|must be|must have|should be|expected|parse|no implicit conversion|not found|unwrap)\b`)

// aboutNames matches errors about a name of the code: whatever their line reads is not the cause.
var aboutNames = sayings.Lazily(`^(?:NameError|ReferenceError|ImportError|ModuleNotFoundError)\b`)
