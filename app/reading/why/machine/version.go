package machine

import (
	"path/filepath"
	"regexp"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/project/sources"
	"devservers/app/reading/why/finders"
)

// languages are what the table of wordings calls a language, and how people write it, with its program.
var languages = map[string][2]string{
	"node": {"Node", "node"}, "python": {"Python", "python"}, "ruby": {"Ruby", "ruby"}, "php": {"PHP", "php"},
	"go":   {"Go", "go"},
	"java": {"Java", "java"}, "rust": {"Rust", "rustc"}, "elixir": {"Elixir", "elixir"}, "perl": {"Perl", "perl"},
}

// version compares the version of a language that the project asks for with the one that runs: what its path says, or
// else a number that a line has.
func version(s *finders.Scene, p finders.Pointer) *app.Claim {
	if p.At < 0 {
		return unsuited(s)
	}
	l, ok := languages[p.Of]
	if !ok {
		return nil
	}
	wants, file := s.Wants(l[0])
	has := s.Installed(l[1], s.Env["PATH"])
	for _, line := range s.Lines {
		if printed := printedVersion[p.Of]; has == "" && printed != nil {
			for _, w := range line.Text.All(printed(), 1) {
				has = w.Version()
			}
		}
	}
	if has == "" {
		has = p.Words["has"].Version()
	}
	if all := s.Lines[p.At].Text.All(present(), 1); has == "" && len(all) > 0 {
		has = all[0].Version()
	}
	if wants == "" || has == "" || sources.Satisfies(l[0], has, wants) {
		return nil
	}
	return wrongVersion(s, l, wants, has, file)
}

// present matches what a line calls the version that runs.
var present = words.Lazy(`(?i)\b(?:found|got|running|using|current(?:ly)?|actual|detected|(?:yours|you have|this) is)\b` +
	`\W{0,3}(?:[a-z.]+ ){0,2}v?(\d+(?:\.\d+)+)`)

// unsuited claims that the language of the command is not of the version for which the project asks. Whatever the
// program printed, it can only be the cause.
func unsuited(s *finders.Scene) *app.Claim {
	for _, l := range languages {
		for _, step := range s.Calls() {
			name := ""
			if argv := step.Words(); len(argv) > 0 {
				name = strings.TrimRight(filepath.Base(argv[0]), "0123456789.")
			}
			wants, file := s.Wants(l[0])
			if has := s.Installed(l[1], s.Env["PATH"]); name == l[1] && wants != "" && has != "" &&
				!sources.Satisfies(l[0], has, wants) {
				c := wrongVersion(s, l, wants, has, file)
				c.Certain, c.Vague = false, true
				return c
			}
		}
	}
	return nil
}

// wrongVersion claims that a language has another version than the project wants.
func wrongVersion(s *finders.Scene, l [2]string, wants, has, file string) *app.Claim {
	c := app.About(app.FindingVersion, app.Known(l[0]), "%s has the wrong version: %s is wanted, this is %s",
		app.Known(wants), app.Known(has))
	c.ReadIn(s.PathOf(file), "%s asks for %s", app.Known(wants)).See("system", "%s %s runs", app.Known(l[1]),
		app.Known(has))
	c.Certain = true
	return c.Correct("start from a shell that uses %s %s, or name its interpreter in the command", app.Known(l[0]),
		app.Known(wants))
}

// printedVersion are the expressions with which languages print their own version in an error.
var printedVersion = map[string]func() *regexp.Regexp{
	"node": words.Lazy(`Node\.js v(\d+(?:\.\d+)*)`), "python": words.Lazy(`/python(\d\.\d+)/`),
	"ruby": words.Lazy(`/ruby/(\d\.\d)(?:\.0)?/`), "go": words.Lazy(`running go ([\d.]+)`),
}
