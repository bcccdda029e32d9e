package survey

import (
	"path"
	"slices"
	"strconv"
	"strings"
)

// maxCounted is how many files get a line of their own for the entries that run once.
const maxCounted = 12

// LeftOut adds to notes what starters are not declared: each file once, those that only check the code or seem to end
// in one line each. Each entry of a runner is named, or counted in the line of its file.
func LeftOut(notes []string, starters []Starter) []string {
	var stay, ways, check, end, once groups
	slices.SortStableFunc(starters, func(a, b Starter) int { return rankOf(a.Ends) - rankOf(b.Ends) })
	seen := map[string]bool{}
	for _, s := range starters {
		id := s.File + "\x00" + s.Name
		entry := s.Why == "" && s.Name != ""
		switch {
		case seen[id] && (s.Why != "" || entry), s.Alone && slices.ContainsFunc(starters, s.shown), s.By != "" && !entry:
		case s.Ends && s.Name == "" && s.once():
			once.add(path.Dir(s.File), path.Base(s.File))
		case s.Ends && s.Name == "":
			end.add(path.Dir(s.File), path.Base(s.File))
		case s.Why != "" && s.Name != "":
			notes = append(notes, s.File+": "+s.Why)
		case s.Why != "":
			notes = append(notes, s.File+" is left out: "+s.Why)
		case s.By != "" && !s.Checks && (!s.Ends || s.Named || s.Passes && !s.once()):
			ways.add(s.File+": left out, as other ways to start "+s.By, s.Name)
		case s.Passes && (s.Named || !s.once()):
			ways.add(s.File+": left out, as they run other entries", s.Name)
		case s.Ends && !s.Named && s.once():
			once.add(s.File, s.Name)
		case s.Ends && !s.Named:
			end.add(s.File, s.Name)
		case s.Checks:
			check.add(s.File, s.Name)
		case s.Named:
			ways.add(s.File+": left out, though the names say that they serve", s.Short())
		default:
			stay.add(s.File, s.Short())
		}
		seen[id] = true
	}
	notes = append(Shortened(notes), Shortened(append(
		stay.each(": left out, as nothing shows that the servers need them: "), ways.each(": ")...))...)
	notes = append(notes, check.together("left out, as they only check the code: ")...)
	notes = append(notes, end.together("left out, as nothing shows that they stay: ")...)
	return append(notes, once.counted()...)
}

// once reports whether an entry that ends builds, checks or changes something.
func (s Starter) once() bool {
	return s.Checks || Ends(s.Line) || soon().MatchString(s.Name) || ended().MatchString(s.Name) ||
		built().MatchString(s.Line)
}

// shown reports whether another starter shows what serves in the same directory.
func (s Starter) shown(by Starter) bool {
	return by.Dir == s.Dir && !by.Alone && !by.Ends && by.Ports == nil
}

// groups are names by file, in the order in which the files were added.
type groups struct {
	files []string
	names map[string][]string
}

func (g *groups) add(file, name string) {
	if g.names == nil {
		g.names = map[string][]string{}
	}
	if g.names[file] == nil {
		g.files = append(g.files, file)
	}
	g.names[file] = append(g.names[file], name)
}

// each returns a line for each file with all its names, of many without their commands.
func (g *groups) each(sign string) (lines []string) {
	for _, file := range g.files {
		names := g.names[file]
		for i, name := range names {
			if len(names) > maxNames {
				names[i], _, _ = strings.Cut(name, " (")
			}
		}
		lines = append(lines, file+sign+strings.Join(names, ", "))
	}
	return lines
}

// together returns one line for all files, or none.
func (g *groups) together(sign string) []string {
	files := slices.Clone(g.files)
	for i, file := range files {
		files[i] += ": " + AtMost(g.names[file])
	}
	if len(files) == 0 {
		return nil
	}
	return []string{sign + AtMost(files)}
}

// counted returns a line for each of the first files, and one for all others.
func (g *groups) counted() (lines []string) {
	more := 0
	for i, file := range g.files {
		if n := len(g.names[file]); i < maxCounted {
			lines = append(lines, file+": "+runOnce(n)+" left out: "+AtMost(g.names[file]))
		} else {
			more += n
		}
	}
	if more > 0 {
		lines = append(lines, strconv.Itoa(len(g.files)-maxCounted)+" more files: "+runOnce(more)+" left out")
	}
	return lines
}

func runOnce(n int) string {
	if n == 1 {
		return "1 entry that runs once is"
	}
	return strconv.Itoa(n) + " entries that run once are"
}

// maxNames keeps a note readable, and maxNotes all of them.
const maxNames, maxNotes = 8, 16

// AtMost lists the first of many names, and counts the others.
func AtMost(names []string) string {
	if more := len(names) - maxNames; more > 0 {
		return strings.Join(names[:maxNames], ", ") + " and " + strconv.Itoa(more) + " more"
	}
	return strings.Join(names, ", ")
}

// Shortened cuts a long list of notes, and counts what it cuts.
func Shortened(notes []string) []string {
	if more := len(notes) - maxNotes; more > 0 {
		return append(slices.Clone(notes[:maxNotes]), "and "+strconv.Itoa(more)+" more files that start something")
	}
	return notes
}
