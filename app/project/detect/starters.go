package detect

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"devservers/app/project/code"
	"devservers/app/project/survey"
	"devservers/app/transcript/text"
)

// unaccounted names what starts something and is neither declared nor named yet.
func (f *finder) unaccounted() {
	left := slices.DeleteFunc(append(f.starters, f.waiting...), func(s survey.Starter) bool {
		return f.declared(s) || f.mentioned(s)
	})
	f.left = survey.Shortened(append(f.left, survey.LeftOut(left)...))
}

// declared reports whether a proposed server starts what a starter would.
func (f *finder) declared(s survey.Starter) bool {
	e := ProposedServer{Name: s.Name, Command: s.Line, Dir: below(s.Dir), From: s.File}
	return slices.ContainsFunc(f.proposal.Servers, func(d ProposedServer) bool {
		file, _, _ := strings.Cut(d.From, " (")
		entry, ok := strings.CutPrefix(file, s.File+": ")
		switch {
		case ok && entry[strings.LastIndex(entry, ".")+1:] == s.Name, d.Command == "make "+s.Name,
			d.Command == "just "+s.Name, d.Command == "task "+s.Name:
			return true
		case s.Name == "" && slices.Contains(f.programOf(&d), survey.Relative(d.at(), s.File)):
			return true
		case s.Name == "" && (file == s.File || path.Dir(file) == s.File || strings.HasPrefix(file, s.File+":")):
			return true
		case strings.HasSuffix(s.File, "package.json") && d.at() == path.Clean(s.Dir) && f.leadsTo(d, s.Name):
			return true
		}
		if s.Name == s.Line && s.Line != "" && strings.Contains(" "+strings.Join(f.programOf(&d), " ")+" ",
			" "+strings.Join(code.ProgramOf(code.Words(s.Line)), " ")+" ") {
			return true
		}
		return f.serves(s, &d) || s.Line != "" && d.at() == path.Clean(s.Dir) &&
			(f.alike(d, e) || d.Command == s.Line || slices.Equal(f.programOf(&d), f.programOf(&e)))
	})
}

// leadsTo reports whether the script that a server runs runs another one, or is run by it.
func (f *finder) leadsTo(d ProposedServer, script string) bool {
	var m manifest
	if !f.JSON(d.at(), "package.json", &m) {
		return false
	}
	return m.reaches(d.Command)[script] || slices.ContainsFunc(named(m, d.Command), func(own string) bool {
		return m.reaches(m.Scripts[script])[own]
	})
}

// scriptRunner matches programs that run scripts of package.json.
var scriptRunner = text.Lazy(`\b(?:npm|pnpm|yarn|bun)\s`)

// reaches returns the scripts that a line runs, and those that they run.
func (m manifest) reaches(line string) map[string]bool {
	reached := map[string]bool{}
	var visit func(line string)
	visit = func(line string) {
		if !scriptRunner().MatchString(line) && !runners().MatchString(line) {
			return
		}
		for _, name := range named(m, line) {
			if !reached[name] {
				reached[name] = true
				visit(m.Scripts[name])
			}
		}
	}
	visit(line)
	return reached
}

// mentioned reports whether a note names a starter already.
func (f *finder) mentioned(s survey.Starter) bool {
	word := regexp.MustCompile(`(?:^|[\s:,./])` + regexp.QuoteMeta(s.Name) + `(?:[\s,:]|$)`)
	return slices.ContainsFunc(slices.Concat(f.proposal.Notes, f.left), func(note string) bool {
		return strings.HasPrefix(note, s.File) && word.MatchString(note[len(s.File):])
	})
}
