package words

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Left is what was seen in a file and is not taken: entries of it, or the file itself. Without a file it is a remark.
type Left struct {
	File    string   `json:"file"`
	Entries []string `json:"entries,omitempty"`
	Why     string   `json:"why"`
	Brief   bool     `json:"-"` // notes name only the first of its entries
	Like    string   `json:"-"` // a reason that it shares with others, "" = Why
}

// SaidLeft returns what notes say is left out, and the other notes as remarks.
func SaidLeft(notes []string) (left []Left) {
	for _, note := range notes {
		l := Left{Why: note}
		if file, why, ok := strings.Cut(note, " is left out: "); ok {
			l = Left{File: file, Why: why}
		}
		left = append(left, l)
	}
	return left
}

// maxNames and maxEntries keep a note readable: names whose reason tells all, and others.
const maxNames, maxEntries = 8, 24

// LeftNotes returns a line for each reason for which something is left out.
func LeftNotes(left []Left) (notes []string) {
	notes = []string{}
	same := func(a, b Left) bool {
		return a.File != "" && b.File != "" && cmp.Or(a.Like, a.Why) == cmp.Or(b.Like, b.Why) &&
			(a.Entries == nil) == (b.Entries == nil)
	}
	for i, l := range left {
		if slices.ContainsFunc(left[:i], func(by Left) bool { return same(by, l) }) {
			continue
		}
		all := slices.DeleteFunc(slices.Clone(left[i:]), func(other Left) bool { return !same(l, other) })
		switch {
		case l.File == "":
			notes = append(notes, l.Why)
		case l.Entries == nil:
			notes = append(notes, files(all)+l.Why)
		case slices.ContainsFunc(all, func(other Left) bool { return other.Why != l.Why }):
			notes = append(notes, byFile(all, l.Like))
		default:
			notes = append(notes, byFile(all, l.Why))
		}
	}
	return notes
}

// files names what is left out for the same reason, without what two that follow each other begin with.
func files(left []Left) string {
	if len(left) == 1 {
		return left[0].File + " is left out: "
	}
	names, before := []string{}, ""
	for _, l := range left {
		at := strings.LastIndex(l.File, ": ") + 1
		names = append(names, strings.TrimPrefix(strings.TrimPrefix(l.File, before), " "))
		before = l.File[:at]
	}
	return atMost(maxEntries, names) + " are left out: "
}

// AtMost lists the first of many names, and counts the others.
func AtMost(names []string) string { return atMost(maxNames, names) }

func atMost(most int, names []string) string {
	if more := len(names) - most; more > 0 {
		return strings.Join(names[:most], ", ") + " and " + strconv.Itoa(more) + " more"
	}
	return strings.Join(names, ", ")
}

// byFile names the first entries that are left out for one reason, of many without their commands, and counts the
// others.
func byFile(left []Left, why string) string {
	all, most := 0, maxEntries
	for i := range left {
		all += len(left[i].Entries)
		if by := slices.IndexFunc(left[:i], func(l Left) bool { return l.File == left[i].File }); by >= 0 {
			left[by].Entries = slices.Concat(left[by].Entries, left[i].Entries)
			left[i].Entries = nil
		}
	}
	if left[0].Brief {
		most = maxNames
	}
	var parts []string
	many := all > maxNames
	for _, l := range left {
		names := slices.Clone(l.Entries[:min(len(l.Entries), most)])
		for i, name := range names {
			if many {
				names[i], _, _ = strings.Cut(name, " (")
			}
		}
		if most -= len(names); len(names) > 0 {
			parts, all = append(parts, l.File+": "+strings.Join(names, ", ")), all-len(names)
		}
	}
	text := strings.Join(parts, "; ")
	if all > 0 {
		text += " and " + strconv.Itoa(all) + " more"
	}
	if len(left) == 1 {
		return left[0].File + ": left out, as " + why + strings.TrimPrefix(text, left[0].File)
	}
	return "left out, as " + why + ": " + text
}
