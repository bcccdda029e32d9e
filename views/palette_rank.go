package views

import (
	"cmp"
	"slices"
	"strings"

	"devservers/app"
)

// paletteGroup is a part of the palette with a title.
type paletteGroup struct {
	title string
	list  []choice
}

// How many choices the palette shows: for what is typed, and of each group while nothing is.
const mostChoices, mostOfGroup = 50, 6

// paletteGroups returns what the palette shows for what is typed. While nothing is: what is in trouble, what changed
// last, and the pages.
func paletteGroups(projects []app.ProjectView, typed string) []paletteGroup {
	words := strings.Fields(strings.ToLower(typed))
	groups := []paletteGroup{{"Results", ranked(choices(projects), words)}}
	if len(words) == 0 {
		trouble, recent := useful(projects)
		groups = []paletteGroup{{"In trouble", trouble}, {"Recent", recent}, {"Pages", pageChoices()},
			{"All servers", manyChoices("", "all servers")}}
	}
	return slices.DeleteFunc(groups, func(g paletteGroup) bool { return len(g.list) == 0 })
}

// useful returns the servers in trouble, and those whose state changed last.
func useful(projects []app.ProjectView) (trouble, recent []choice) {
	var all []app.Status
	for _, p := range projects {
		all = append(all, p.Servers...)
	}
	slices.SortStableFunc(all, func(a, b app.Status) int { return b.Since.Compare(a.Since) })
	for _, st := range all {
		c := serverChoices(st)[0]
		switch {
		case Troubled(st) && len(trouble) < mostOfGroup:
			trouble = append(trouble, c)
		case !Troubled(st) && !st.Since.IsZero() && len(recent) < mostOfGroup:
			recent = append(recent, c)
		}
	}
	return trouble, recent
}

// ranked returns the choices that fit all words, the best first. Of equal ones, the shorter is better.
func ranked(list []choice, words []string) []choice {
	type fit struct {
		choice
		cost int
	}
	var fits []fit
	for _, c := range list {
		cost, ok := len(c.word), true
		for _, w := range words {
			n := distance(w, strings.ToLower(c.word))
			ok = ok && n >= 0
			cost += n * 1000
		}
		if ok {
			fits = append(fits, fit{c, cost})
		}
	}
	slices.SortStableFunc(fits, func(a, b fit) int { return cmp.Compare(a.cost, b.cost) })
	list = nil
	for _, f := range firstOf(fits, mostChoices) {
		list = append(list, f.choice)
	}
	return list
}

// distance returns how badly a typed word fits a text: 0 is a word's beginning, 1 within, 2 the same letters in this
// order, 3 with a missing, wrong or swapped letter; -1 not at all.
func distance(word, text string) int {
	at := strings.Index(text, word)
	parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" /_-", r) })
	switch {
	case slices.ContainsFunc(parts, func(p string) bool { return strings.HasPrefix(p, word) }),
		at == 0 || at > 0 && strings.ContainsRune(" /_-", rune(text[at-1])):
		return 0
	case at > 0:
		return 1
	case slices.ContainsFunc(parts, func(p string) bool { return inOrder(word, p) }):
		return 2
	case slices.ContainsFunc(parts, func(p string) bool { return len(word) > 3 && mistyped(word, p) }):
		return 3
	}
	return -1
}

// inOrder reports whether a part begins with a word's first letter and has the others in their order.
func inOrder(word, part string) bool {
	if len(word) < 2 || part == "" || part[0] != word[0] {
		return false
	}
	at := 0
	for i := 0; i < len(part) && at < len(word); i++ {
		if part[i] == word[at] {
			at++
		}
	}
	return at == len(word)
}

// mistyped reports whether a word is the beginning of a part with one letter missing, too many, wrong or swapped.
func mistyped(word, part string) bool {
	i := 0
	for i < len(word) && i < len(part) && word[i] == part[i] {
		i++
	}
	if i == len(word) || i == len(part) {
		return len(word)-i <= 1
	}
	w, p := word[i:], part[i:]
	return strings.HasPrefix(p[1:], w[1:]) || strings.HasPrefix(p[1:], w) || strings.HasPrefix(p, w[1:]) ||
		len(w) > 1 && len(p) > 1 && w[0] == p[1] && w[1] == p[0] && strings.HasPrefix(p[2:], w[2:])
}
