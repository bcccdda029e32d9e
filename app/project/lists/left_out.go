package lists

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/survey"
)

// Why entries are left out.
const (
	unneeded  = "nothing shows that the servers need them"
	otherWay  = "other ways to start " // a server
	passing   = "they run other entries"
	byName    = "only their names say that they serve"
	ending    = "nothing shows that they stay"
	checkOnly = "they only check the code"
	runsOnce  = "they run once"
)

// order is that of the reasons in notes; those that name a server come before passing.
var order = []string{unneeded, "", passing, byName, ending, checkOnly, runsOnce}

// Left is what was seen and left out.
type Left = words.Left

// LeftOut returns what is left out, and notes that say so: what notes say already, and why starters are not declared.
// Each entry of a runner is named.
func LeftOut(notes []string, starters []survey.Starter) (left []Left, short []string) {
	left = append(words.SaidLeft(notes), entriesLeft(starters)...)
	return left, words.LeftNotes(left)
}

func entriesLeft(starters []survey.Starter) (left []Left) {
	seen := map[string]bool{}
	for _, s := range starters {
		id := s.File + "\x00" + s.Name
		entry := s.Why == "" && s.Name != ""
		switch {
		case seen[id] && (s.Why != "" || entry), s.Alone && shown(s, starters), s.By != "" && !entry:
		case s.Why != "" && s.Name != "":
			left = append(left, Left{Why: s.File + ": " + s.Why})
		case s.Why != "":
			left = append(left, Left{File: s.File, Why: s.Why})
		case s.Name == "" && s.Ends:
			left = with(left, path.Dir(s.File), path.Base(s.File), reason(s))
		default:
			name := s.Name
			if why := reason(s); why == unneeded || why == byName {
				name = s.Short()
			}
			left = with(left, s.File, name, reason(s))
		}
		seen[id] = true
	}
	slices.SortStableFunc(left, func(a, b Left) int { return rank(a) - rank(b) })
	return left
}

// reason returns why an entry is not declared.
func reason(s survey.Starter) string {
	switch {
	case s.By != "" && s.Name != "" && !s.Checks && (!s.Ends || s.Named || !s.Once()):
		return otherWay + s.By
	case s.Passes && (s.Named || !s.Once()):
		return passing
	case s.Ends && !s.Named && s.Once():
		return runsOnce
	case s.Ends && !s.Named:
		return ending
	case s.Checks:
		return checkOnly
	case s.Named:
		return byName
	}
	return unneeded
}

func rank(l Left) int {
	if l.Entries == nil {
		return -1
	}
	if i := slices.Index(order, l.Why); i >= 0 {
		return i
	}
	return slices.Index(order, "")
}

// with adds an entry of a file that is left out for a reason.
func with(left []Left, file, name, why string) []Left {
	i := slices.IndexFunc(left, func(l Left) bool { return l.Entries != nil && l.File == file && l.Why == why })
	if i < 0 {
		i, left = len(left), append(left, Left{File: file, Entries: []string{}, Why: why,
			Brief: why == checkOnly || why == runsOnce})
	}
	if left[i].Entries = append(left[i].Entries, name); strings.HasPrefix(why, otherWay) {
		left[i].Like = otherWay + "what is declared"
	}
	return left
}

// shown reports whether another starter shows what serves in the same directory.
func shown(s survey.Starter, starters []survey.Starter) bool {
	return slices.ContainsFunc(starters, func(by survey.Starter) bool {
		return by.Dir == s.Dir && !by.Alone && !by.Ends && by.Ports == nil
	})
}

// Mentioned reports whether one of some notes names a starter.
func Mentioned(notes []string, s survey.Starter) bool {
	name := s.Name
	if s.Why == "" {
		name = cmp.Or(name, s.Line)
	}
	word := regexp.MustCompile(`(?:^|[\s:,./])` + regexp.QuoteMeta(name) + `(?:[\s,:]|$)`)
	return slices.ContainsFunc(notes, func(note string) bool {
		return strings.HasPrefix(note, s.File) && word.MatchString(note[len(s.File):])
	})
}
