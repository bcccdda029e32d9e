package why

import (
	"regexp"
	"slices"
	"sync"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/reading/why/finders"
)

// wording is how programs say something: an expression whose named groups are the words, a line that a real program has
// printed, and the finder that looks for them. It is no claim: a printed word only points. The order of rows means
// nothing.
type wording struct {
	to      finders.FinderName
	of      string // the tool or the language that the finder should know
	expr    string // at most 200 characters
	sample  string
	unless  string // an expression of what the line must not say
	lasting bool   // a reload of the code does not end it: it counts for a server that works, too

	compiled, except func() *regexp.Regexp
}

// wordings returns the table, with its expressions compiled when they are first used.
var wordings = sync.OnceValue(func() []wording {
	list := slices.Concat(aboutPorts, aboutFiles, aboutModules, aboutPrograms, aboutSettings, aboutData, aboutServices,
		aboutSystem)
	for i := range list {
		expr := list[i].expr
		list[i].compiled = words.Lazy(expr)
		if unless := list[i].unless; unless != "" {
			list[i].except = words.Lazy(unless)
		}
	}
	return list
})

// mostPerLine is how many times a wording may point in one line.
const mostPerLine = 4

// point returns where a line points. A pointer with words is preferred to one without, of the same finder; and what a
// line says was to be loaded is no path of a file, unless the finder of imports finds it to be one.
func point(text app.Printed, table []wording, wanted func(wording) bool) (list []finders.Pointer) {
	for _, w := range table {
		if !wanted(w) || w.except != nil && text.Fits(w.except()) {
			continue
		}
		for _, found := range text.Each(w.compiled(), mostPerLine) {
			list = append(list, finders.Pointer{To: w.to, Of: w.of, Words: found, Aside: w.lasting})
		}
	}
	return slices.DeleteFunc(slices.Clone(list), func(p finders.Pointer) bool {
		better := func(o finders.Pointer) bool { return o.To == p.To && len(o.Words) > 0 }
		loaded := func(o finders.Pointer) bool {
			return o.To == finders.Import && p.To == finders.File && o.Words["module"] == p.Words["file"]
		}
		return len(p.Words) == 0 && p.Of == "" && slices.ContainsFunc(list, better) || slices.ContainsFunc(list, loaded)
	})
}
