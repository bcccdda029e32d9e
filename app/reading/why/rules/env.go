package rules

import (
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
	"devservers/app/reading/why/sayings"
)

// envRules find a variable or an env file that is missing.
var envRules = []rule{
	{words: []string{"KeyError"}, pattern: lazily(`^\s*KeyError: ['"]([A-Z][A-Z0-9_]{1,100})['"]$`), find: pythonKey},
	{words: []string{"key not found"}, pattern: lazily(`key not found: "([A-Z][A-Z0-9_]+)" \(?KeyError`), find: unset},
	{words: []string{"secret_key_base"}, pattern: lazily("Missing `secret_key_base`"), find: named("SECRET_KEY_BASE")},
	{words: []string{"No application encryption key"}, pattern: lazily(`No application encryption key has been specified`), find: named("APP_KEY")},
	{words: []string{"settings are not configured"}, pattern: lazily(`settings are not configured.*(DJANGO_SETTINGS_MODULE)`), find: unset},
	{words: []string{"ALLOWED_HOSTS"}, pattern: lazily(`You must set settings\.(ALLOWED_HOSTS) if DEBUG is False`),
		find: func(c *Clues, _ int, _ []string) *app.Finding {
			f := &app.Finding{Kind: app.FindingEnv, Problem: "Django runs with DEBUG off and without ALLOWED_HOSTS"}
			f.Next(app.Step{Do: app.StepSetEnv, Server: c.Ref, Name: "DJANGO_DEBUG", Value: "1"}, "turn DEBUG on in its settings")
			return f
		}},
	{words: []string{"nv"}, pattern: lazily( // environment variable "X", env var X, X environment variable
		"(?i)\\benv(?:ironment)?(?:[ -]?var(?:iable)?s?)?\\b(?:\\s+(?:named|called|key))?[:,]?\\s*[`'\"]?(?-i:" + sayings.Upper + ")" + sayings.AfterName), find: unsetIf},
	{words: []string{"nv"}, pattern: lazily("(?i)\\benv(?:ironment)?[ -]?var(?:iable)?s?\\b(?:\\s+(?:named|called|key))?[:,]?\\s*[`'\"]" + sayings.EnvName + "[`'\"]"), find: unsetIf},
	{words: []string{"nv"}, pattern: lazily(sayings.BeforeName + sayings.Upper + "[`'\"\\])}]*" + `\s+(?:environment variable|env var|env variable)`), find: unsetIf},
	{words: []string{"_", "nv", "ariable", "etting", "onfig", "ecret", "KEY", "URL", "TOKEN"}, pattern: lazily(sayings.BeforeName + sayings.Upper + "[`'\"\\])}]*" + `:?[\s,]+(?:\w+\s+){0,4}?` + sayings.UnsetBy), find: unsetName},
	{words: []string{"issing", "equired", "efine", "et ", "rovide", "xpected", "eed", "pecify", "upply", "xport", "ithout", "mpty", "no ", "not "}, pattern: lazily(
		`(?i)\b(?:missing|required?|requires|undefined|unset|set|define|provide|expected|needs?|specify|supply|export|without|empty|no|not (?:found|set|defined|provided))\b[:\s]+(?:[a-z-]+:?\s+){0,4}(?-i:` + "[`'\"\\[(]*" + sayings.Upper + sayings.AfterName + `)`), find: unsetName},
	{words: []string{"issing", "ot set", "ot found"}, pattern: lazily(`(?i)\b(?:missing|not set|not found)\b.*\b(?:ENV\[|process\.env\.|os\.environ\[)['"]?(?-i:` + sayings.Upper + `)`), find: unset},
	{words: []string{"resolve placeholder"}, pattern: lazily(`Could not resolve placeholder '` + sayings.Upper + `'`), find: unset},
	{words: []string{"Field required", "field required"}, pattern: lazily(`(?:Field|field) required`), find: pydantic},
	{words: []string{"(type=", "[type="}, pattern: lazily(`^\s+\S.*[(\[]type=\w+`), find: pydanticValue},
	{words: []string{"Invalid environment variables", "nvironment validation", "nvalid env"}, pattern: lazily(`(?i)(invalid environment variables|environment validation|invalid env\b)`), find: zod},
	{words: []string{"received undefined", "received \"undefined\"", "'Required'", "\"Required\""}, pattern: lazily(
		`^\s*(?:[✖×•-]\s*)?['"]?([A-Z][A-Z0-9]*_?[A-Z0-9_]+)['"]?:.*(?:Required|received undefined|received "undefined")`), find: unset},
	{words: []string{`"`}, pattern: lazily(`^\s+"([A-Z][A-Z0-9_]{2,})"$`), find: zodThrown},
	{words: []string{"are not present in the environment"}, pattern: lazily(`(are not present in the environment)`), find: dotenvSafe},
}

// named returns a rule's function for a variable that the message doesn't name.
func named(name string) finder {
	return func(c *Clues, _ int, _ []string) *app.Finding { return c.unset(name) }
}

var saysUnset = lazily(`(?i)` + sayings.UnsetBy + `|\b(?:set|provide|define|specify|export|no|needs?|requires?|fetch|find|get|read|expected|supply)\b`)

// unsetIf finds a variable that a line about environment variables names, if the line says that it is missing.
func unsetIf(c *Clues, at int, m []string) *app.Finding {
	if !saysUnset().MatchString(c.Lines[at].Text) {
		return nil
	}
	return c.unset(m[1])
}

// unsetName finds a variable by its look: a name with _, or any in a line about settings. Unless the line speaks of the
// environment, the project must prove that it is a variable.
func unsetName(c *Clues, at int, m []string) *app.Finding {
	line := c.Lines[at].Text
	about := sayings.AboutVariables().MatchString(line)
	switch {
	case !about && (sayings.NotNames().MatchString(m[1]) || sayings.AboutCode().MatchString(line)):
		return nil
	case !strings.Contains(m[1], "_") && (len(m[1]) < 4 || !sayings.AboutSettings().MatchString(line)):
		return nil
	case about, !isSetting().MatchString(line) && !slices.ContainsFunc(c.Sources(), sources.IsSource):
		return c.unset(m[1]) // in a program from elsewhere, the environment is how it is set up
	}
	return c.variables().Named(append([]string{m[1]}, sayings.Capital().FindAllString(line, 8)...))
}

// isSetting matches a line about a setting of a program or framework, which need not be a variable.
var isSetting = lazily(`(?i)\bthe (?:\S+ )?settings?\b|\b[A-Z_]+ setting\b`)

func unset(c *Clues, _ int, m []string) *app.Finding { return c.unset(m[1]) }

// pythonKey finds a KeyError of os.environ; one of another dictionary has another cause.
func pythonKey(c *Clues, at int, m []string) *app.Finding {
	for i := max(0, at-12); i < at; i++ {
		if text := c.Lines[i].Text; strings.Contains(text, "environ") || strings.Contains(text, "/os.py") || strings.Contains(text, "<frozen os>") {
			return c.unset(m[1])
		}
	}
	return nil
}

// pydantic finds a field of settings, which is named in the line above like its variable, in any case.
func pydantic(c *Clues, at int, _ []string) *app.Finding {
	for i := at - 1; i >= max(0, at-2); i-- {
		name := strings.TrimSpace(c.Lines[i].Text)
		if envAlone().MatchString(name) && c.Says(at-40, at, "validation error") {
			return c.unset(strings.ToUpper(name))
		}
	}
	return nil
}

// pydanticValue finds a variable that is set, but to a value that its field does not accept.
func pydanticValue(c *Clues, at int, m []string) *app.Finding {
	f := pydantic(c, at, m)
	if f == nil || f.Step != nil && f.Step.Do == app.StepSetEnv && !strings.HasSuffix(f.Problem, "not accepted") {
		return nil
	}
	return f
}

var (
	envAlone   = lazily(`^` + sayings.EnvName + `$`)
	upperAlone = lazily(`^[A-Z][A-Z0-9_]+$`)
	zodName    = lazily(`^\s*['"]?([A-Z][A-Z0-9_]{2,})['"]?:`)
	zodPath    = lazily(`path:\s*\[\s*'([A-Z][A-Z0-9_]{2,})'|^\s*["']([A-Z][A-Z0-9_]{2,})["']\s*$`)
)

// zod finds the first variable below the head line.
func zod(c *Clues, at int, _ []string) *app.Finding {
	for i := at; i < min(at+12, len(c.Lines)); i++ {
		if m := zodName().FindStringSubmatch(strings.TrimLeft(c.Lines[i].Text, " {❌")); m != nil && i > at {
			return c.unset(m[1])
		}
		if m := zodPath().FindStringSubmatch(c.Lines[i].Text); m != nil {
			return c.unset(m[1] + m[2])
		}
	}
	return nil
}

// zodThrown finds a variable in the path of an issue, which an uncaught ZodError prints as JSON.
func zodThrown(c *Clues, at int, m []string) *app.Finding {
	if at == 0 || strings.TrimSpace(c.Lines[at-1].Text) != `"path": [` || !c.Says(at-200, at, "ZodError: [") {
		return nil
	}
	return c.unset(m[1])
}

// dotenvSafe finds the first name in the lines below.
func dotenvSafe(c *Clues, at int, _ []string) *app.Finding {
	for i := at + 1; i < min(at+4, len(c.Lines)); i++ {
		if name, _, _ := strings.Cut(strings.TrimSpace(c.Lines[i].Text), ","); upperAlone().MatchString(name) {
			return c.unset(name)
		}
	}
	return nil
}
