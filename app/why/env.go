package why

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"devservers/app"
)

const envName = `([A-Za-z_][A-Za-z0-9_]{1,100})`

// quotedName is a name with or without quotes.
const quotedName = "[`'\"]?" + envName + "[`'\"]?"

// envRules find a variable or an env file that is missing.
var envRules = []rule{
	{words: []string{"KeyError"}, pattern: lazily(`^\s*KeyError: ['"]([A-Z][A-Z0-9_]{1,100})['"]$`), find: pythonKey},
	{words: []string{"key not found"}, pattern: lazily(`key not found: "([A-Z][A-Z0-9_]+)" \(?KeyError`), find: unset},
	{words: []string{"Set the "}, pattern: lazily(`Set the ` + envName + ` environment variable`), find: unset},
	{words: []string{"Declare it as envvar"}, pattern: lazily(envName + ` not found\. Declare it as envvar`), find: unset},
	{words: []string{"SECRET_KEY setting must not be empty"}, pattern: lazily(`(SECRET_KEY) setting must not be empty`), find: unset},
	{words: []string{"nvironment variable", "nv variable", "env var", "required key", "nvironment var"}, pattern: lazily(
		`(?i)(?:environment variables?|env(?:ironment)? vars?|env variables?)\s*(?:named|called|:|,)?\s*` + quotedName + `\s+(?:is|are|was|must be|has to be|needs to be|not|missing|required|does not|isn't|must)\b`), find: unset},
	{words: []string{"nvironment variable", "nv variable", "env var", "nvironment var"}, pattern: lazily(
		`(?i)(?:missing|required|undefined|unset|no|need|set|expected|provide)\b[\w\s]{0,30}(?:environment variables?|env(?:ironment)? vars?|env variables?):?\s+` + quotedName), find: unset},
	{words: []string{"nvironment variable", "nv variable", "env var", "nvironment"}, pattern: lazily(
		"[`'\"]?([A-Z][A-Z0-9_]{2,100})[`'\"]?" + `\s+(?:environment variable|env var(?:iable)?)?\s*(?:is|was|must be|has to be|needs to be)?\s*(?:not set|not defined|undefined|missing|required|not found|unset|set|defined|provided|present)\b.*`), find: unset},
	{words: []string{"required key"}, pattern: lazily(`required key ([A-Z][A-Z0-9_]+) missing value`), find: unset},
	{words: []string{" is not set", " is not defined", " must be set", " is required", " is missing", " not set"}, pattern: lazily(
		"(?:^|[\\s:>])(?:\\$|process\\.env\\.)?[`'\"]?([A-Z][A-Z0-9]*_[A-Z0-9_]+)[`'\"]?" + ` (?:is not set|is not defined|must be set|is required|is missing|not set)\b`), find: unset},
	{words: []string{"Field required", "field required"}, pattern: lazily(`(?:Field|field) required`), find: pydantic},
	{words: []string{"Invalid environment variables", "nvironment validation", "nvalid env"}, pattern: lazily(`(?i)(invalid environment variables|environment validation|invalid env\b)`), find: zod},
	{words: []string{"received undefined", "received \"undefined\"", "'Required'", "\"Required\""}, pattern: lazily(
		`^\s*(?:[✖×•-]\s*)?['"]?([A-Z][A-Z0-9]*_?[A-Z0-9_]+)['"]?:.*(?:Required|received undefined|received "undefined")`), find: unset},
	{words: []string{`"`}, pattern: lazily(`^\s+"([A-Z][A-Z0-9_]{2,})"$`), find: zodThrown},
	{words: []string{"are not present in the environment"}, pattern: lazily(`(are not present in the environment)`), find: dotenvSafe},
	{words: []string{"env_file"}, pattern: lazily(`cannot read env_file (\S+): the file does not exist`), find: noEnvFile},
}

// examples are files that list the variables of a project.
var examples = []string{".env.example", ".env.sample", ".env.template", ".env.dist", "example.env", "env.example", ".env.local.example", ".env.development.example"}

func unset(c *clues, _ int, m []string) *app.Finding { return c.unset(m[1]) }

// unset returns the finding that a variable is missing, with the files that mention it.
func (c *clues) unset(name string) *app.Finding {
	if name == "" || common[strings.ToLower(name)] {
		return nil
	}
	f := &app.Finding{Kind: app.FindingEnv, Problem: "the environment variable " + name + " is not set", Fix: c.setIt(name)}
	if value, ok := c.env[name]; ok {
		f.Problem = "the environment variable " + name + " is not accepted"
		f.Evidence = append(f.Evidence, fmt.Sprintf("a start now gives it a value of %d characters", len(value)))
		if value != "" {
			f.Evidence[0] += "; it may have been set after this run began"
			f.Fix = "devservers restart " + c.ref
		}
		return f
	}
	if file := c.near(examples...); defines(file, name) {
		f.Evidence = append(f.Evidence, "it is in "+c.shown(file))
	}
	if file := c.unread(name); file != "" {
		f.Evidence = append(f.Evidence, c.shown(file)+" sets it, but the server does not read that file")
		f.Fix = "add to the server in devservers.yml: env_file: [" + c.shown(file) + "]"
	} else if len(c.envFiles) == 0 && c.near(".env") == "" && len(f.Evidence) > 0 {
		f.Fix = "copy " + c.shown(c.near(examples...)) + " to .env, fill it in, and add env_file: [.env] to the server in devservers.yml"
	}
	return f
}

func (c *clues) setIt(name string) string {
	fix := "devservers set-env " + c.ref + " " + name + "=..."
	if len(c.envFiles) > 0 {
		fix = "write " + name + "=... into " + c.shown(c.envFiles[0]) + ", or: " + fix
	}
	return fix
}

// common are words that can stand where a name would.
var common = map[string]bool{"is": true, "not": true, "and": true, "the": true, "must": true, "for": true, "error": true, "in": true, "to": true, "from": true, "with": true, "of": true, "file": true, "are": true, "was": true, "that": true, "found": true, "value": true}

// defines reports whether an env file has the variable.
func defines(file, name string) bool {
	return file != "" && regexp.MustCompile(`(?m)^\s*(?:export\s+)?#?\s*`+regexp.QuoteMeta(name)+`\s*[=:]`).MatchString(read(file))
}

// unread returns an env file of the project that has the variable, but that the server does not read.
func (c *clues) unread(name string) string {
	for _, dir := range []string{c.dir, c.projectDir} {
		for _, base := range []string{".env", ".env.local", ".env.development", ".env.dev"} {
			file := filepath.Join(dir, base)
			if defines(file, name) && !slices.Contains(c.envFiles, file) {
				return file
			}
		}
	}
	return ""
}

// pythonKey finds a KeyError of os.environ; one of another dictionary has another cause.
func pythonKey(c *clues, at int, m []string) *app.Finding {
	for i := max(0, at-12); i < at; i++ {
		if text := c.lines[i].text; strings.Contains(text, "environ") || strings.Contains(text, "/os.py") || strings.Contains(text, "<frozen os>") {
			return c.unset(m[1])
		}
	}
	return nil
}

// pydantic finds a field of settings, which is named in the line above like its variable, in any case.
func pydantic(c *clues, at int, _ []string) *app.Finding {
	for i := at - 1; i >= max(0, at-2); i-- {
		name := strings.TrimSpace(c.lines[i].text)
		if envAlone().MatchString(name) && c.says(at-40, at, "validation error") {
			return c.unset(strings.ToUpper(name))
		}
	}
	return nil
}

// says reports whether one of the lines from from to to contains text.
func (c *clues) says(from, to int, text string) bool {
	for i := max(0, from); i < min(to, len(c.lines)); i++ {
		if strings.Contains(c.lines[i].text, text) {
			return true
		}
	}
	return false
}

var (
	envAlone   = lazily(`^` + envName + `$`)
	upperAlone = lazily(`^[A-Z][A-Z0-9_]+$`)
	zodName    = lazily(`^\s*['"]?([A-Z][A-Z0-9_]{2,})['"]?:`)
	zodPath    = lazily(`path:\s*\[\s*'([A-Z][A-Z0-9_]{2,})'|^\s*["']([A-Z][A-Z0-9_]{2,})["']\s*$`)
)

// zod finds the first variable below the head line.
func zod(c *clues, at int, _ []string) *app.Finding {
	for i := at; i < min(at+12, len(c.lines)); i++ {
		if m := zodName().FindStringSubmatch(strings.TrimLeft(c.lines[i].text, " {❌")); m != nil && i > at {
			return c.unset(m[1])
		}
		if m := zodPath().FindStringSubmatch(c.lines[i].text); m != nil {
			return c.unset(m[1] + m[2])
		}
	}
	return nil
}

// zodThrown finds a variable in the path of an issue, which an uncaught ZodError prints as JSON.
func zodThrown(c *clues, at int, m []string) *app.Finding {
	if at == 0 || strings.TrimSpace(c.lines[at-1].text) != `"path": [` || !c.says(at-200, at, "ZodError: [") {
		return nil
	}
	return c.unset(m[1])
}

// dotenvSafe finds the first name in the lines below.
func dotenvSafe(c *clues, at int, _ []string) *app.Finding {
	for i := at + 1; i < min(at+4, len(c.lines)); i++ {
		if name, _, _ := strings.Cut(strings.TrimSpace(c.lines[i].text), ","); upperAlone().MatchString(name) {
			return c.unset(name)
		}
	}
	return nil
}

func noEnvFile(c *clues, _ int, m []string) *app.Finding {
	f := &app.Finding{Kind: app.FindingEnv, Problem: "the env file " + m[1] + " does not exist", Fix: "create it, or remove it from env_file"}
	if file := c.near(examples...); file != "" {
		f.Evidence, f.Fix = []string{"the project has " + c.shown(file)}, "cp "+c.shown(file)+" "+c.shown(m[1])+", and fill it in"
	}
	if _, err := os.Stat(m[1]); err == nil {
		return nil
	}
	return f
}
