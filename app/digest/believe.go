package digest

import (
	"cmp"
	"path"
	"strings"
	"time"

	"devservers/app/digest/parse"
)

// spot is a place that is believed.
type spot struct {
	file         string
	line, column int
	rank         int // 0 = none
	from, to     int // the bytes of the text that name it
	ran          bool
}

// where finds the places that lines name, and judges which of them are believed.
type where struct {
	root, sub string // of the project, and the directory of the server below it
	files     *parse.Files
	now       time.Time // of the line that is read
}

func newWhere(root, dir string) where {
	w := where{root: strings.TrimSuffix(root, "/"), files: parse.NewFiles(root, dir)}
	if rest, ok := strings.CutPrefix(dir, w.root+"/"); ok && w.root != "" {
		w.sub = rest
	}
	return w
}

// Ranks of spots.
const (
	rankTheirs = iota + 1 // of a dependency, or of a file elsewhere
	rankLooks             // looks like a source file, but isn't there: perhaps of a container
	rankOurs              // the project has the file
)

// believe returns p as a spot, if the project has its file or it looks like one.
func (w *where) believe(p parse.Place) spot {
	s := spot{file: p.File, line: p.Line, column: p.Column, from: p.From, to: p.To, ran: p.Ran}
	if p.File == "" {
		return s
	}
	found, ok := w.files.Find(p.File, w.now)
	switch {
	case ok:
		s.file, s.rank = w.root+"/"+found, rankOurs
	case parse.LooksLikeFile(p.File), p.Column > 0 && parse.HasExtension(p.File):
		s.rank = rankLooks
	default:
		return s
	}
	if parse.TheirsIn(s.file) {
		s.rank = rankTheirs
	}
	return s
}

// spots returns the places in text: the best one, and the number of a line whose file is named elsewhere.
func (w *where) spots(text string) (best, bare spot) {
	for _, p := range parse.PlaceIn(text) {
		s := w.believe(p)
		if s.rank > best.rank {
			best = s
		}
		word := max(strings.Index(text[p.From:p.To], "line "), strings.Index(text[p.From:p.To], "Line "))
		if bare.line == 0 && (p.File == "" || s.rank == 0 && (word >= 0 || p.Column > 0 &&
			strings.IndexByte(")]", text[p.To-1]) >= 0)) {
			bare = s
			bare.file, bare.from = "", s.from+max(word, 0)
		}
	}
	return best, bare
}

// maxWords is how many words of a line are looked up as files.
const maxWords = 24

// fileIn returns the first file of the project that text names without a line.
func (w *where) fileIn(text string) (found spot) {
	at := 0
	for range maxWords {
		rest := strings.TrimLeft(text[at:], " \t")
		if rest == "" {
			break
		}
		at = len(text) - len(rest)
		word, _, _ := strings.Cut(rest, " ")
		name := strings.Trim(word, "\"'`()[]{}<>,;:*")
		if strings.ContainsAny(name, "./") && parse.IsFileName(name) {
			if s := w.believe(parse.Place{File: name}); s.rank > found.rank && (s.rank == rankOurs ||
				strings.Contains(name, "/") && !strings.Contains(name, "://")) {
				found = s
				found.from = at
				found.to = at + len(word)
			}
		}
		at += len(word)
	}
	return found
}

// alone returns the file that is all that a text names, if the project has it.
func (w *where) alone(text string) (file string) {
	name := strings.Trim(text, " \t:()[]'\"`")
	if name != "" && !strings.ContainsAny(name, " \t") && strings.ContainsAny(name, "./") {
		if s := w.believe(parse.Place{File: name}); s.rank == rankOurs {
			return s.file
		}
	}
	return ""
}

// announced returns the file of a text that only says that something is wrong with it: "ERROR in ./a.js".
func (w *where) announced(text string) (file string) {
	if at := strings.LastIndexByte(text, ' ') + 1; at > 0 && parse.IsPointer(text[:at]) {
		file = w.alone(text[at:])
	}
	return file
}

// named returns the only file of the project that a text names; "" if it names none or several.
func (w *where) named(text string) (file string) {
	for word := range strings.FieldsSeq(text[:min(len(text), maxMessage)]) {
		found := w.alone(strings.Trim(word, ",;.<>"))
		if found != "" && file != "" && found != file {
			return ""
		}
		file = cmp.Or(file, found)
	}
	return file
}

// locate completes the place of a finding from its message, and names its file relative to the root.
func (w *where) locate(f *parse.Finding) {
	if f.Line == 0 || parse.TheirsIn(f.File) {
		best, bare := w.spots(f.Message)
		switch {
		case best.rank > rankTheirs && (f.File == "" || f.Line > 0 && best.rank == rankOurs ||
			w.short(best.file) == w.short(f.File)):
			// a place of the project in the message is better than one of a dependency
			f.File, f.Line, f.Column = best.file, best.line, best.column
		case f.Line > 0:
		case bare.line > 0 && f.File == "":
			if s := w.fileIn(f.Message); s.rank > rankTheirs {
				f.File, f.Line, f.Column = s.file, bare.line, bare.column
			}
		case bare.line > 0 && (f.Kind == parse.Levels.Kind || f.Message[bare.from]|0x20 == 'l'):
			f.Line, f.Column = bare.line, bare.column
		}
	}
	if f.File == "" && f.Line == 0 {
		f.File = w.named(f.Message)
	}
	if f.File != "" && parse.TheirsIn(f.File) {
		if file := w.named(f.Message); file != "" { // what a library says about a file
			_, bare := w.spots(f.Message)
			f.File, f.Line, f.Column = file, bare.line, bare.column
		}
	}
	f.File = w.short(f.File)
}

// short returns a file relative to the project's root, if it is in it. One that is named relative to another directory
// is searched.
func (w *where) short(file string) string {
	if file != "" && !path.IsAbs(file) && !strings.Contains(file, "://") {
		if found, ok := w.files.Find(file, w.now); ok {
			return found
		}
	}
	file, _, _ = strings.Cut(strings.TrimPrefix(file, "file://"), "?") // Vite's ?t=1700000000000
	switch {
	case len(file) > maxMessage, strings.HasPrefix(file, "node:"):
		return ""
	case path.IsAbs(file) && w.root != "":
		return strings.TrimPrefix(file, w.root+"/")
	case !path.IsAbs(file) && !strings.Contains(file, "://") && strings.ContainsAny(file, "/."):
		return path.Join(w.sub, file)
	}
	return file
}
