package lists

import (
	"slices"
	"strconv"
	"strings"

	"devservers/app/project/survey"
)

// maxNames and maxEntries keep a note readable: names whose reason tells all, and others.
const maxNames, maxEntries = 8, 24

// Notes returns a line for each reason for which something is left out.
func Notes(left []survey.Left) (notes []string) {
	notes = []string{}
	same := func(a, b survey.Left) bool {
		return a.File != "" && b.File != "" && a.Why == b.Why && (a.Entries == nil) == (b.Entries == nil)
	}
	for i, l := range left {
		if slices.ContainsFunc(left[:i], func(by survey.Left) bool { return same(by, l) }) {
			continue
		}
		all := slices.DeleteFunc(slices.Clone(left[i:]), func(other survey.Left) bool { return !same(l, other) })
		switch {
		case l.File == "":
			notes = append(notes, l.Why)
		case l.Entries == nil:
			notes = append(notes, files(all)+l.Why)
		default:
			notes = append(notes, byFile(all, l.Why))
		}
	}
	return notes
}

// files names what is left out for the same reason, without what two that follow each other begin with.
func files(left []survey.Left) string {
	if len(left) == 1 {
		return left[0].File + " is left out: "
	}
	names, before := []string{}, ""
	for _, l := range left {
		at := strings.LastIndex(l.File, ": ") + 1
		names = append(names, strings.TrimPrefix(strings.TrimPrefix(l.File, before), " "))
		before = l.File[:at]
	}
	if more := len(names) - maxEntries; more > 0 {
		names = append(names[:maxEntries-1], names[maxEntries-1]+" and "+strconv.Itoa(more)+" more")
	}
	return strings.Join(names, ", ") + " are left out: "
}

// byFile names the first entries that are left out for one reason, of many without their commands, and counts the others.
func byFile(left []survey.Left, why string) string {
	all, most := 0, maxEntries
	for _, l := range left {
		all += len(l.Entries)
	}
	if why == survey.Testing || why == survey.RunsOnce {
		most = maxNames
	}
	var parts []string
	for _, l := range left {
		names := slices.Clone(l.Entries[:min(len(l.Entries), most)])
		for i, name := range names {
			if all > maxNames {
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
