package app

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"devservers/app/base/words"
)

// Printed is text that a program wrote: untrusted. It can't be put into a Step or a Sentence. It only points: it can be
// compared with what the project declares and the machine shows, and shown in quotes.
type Printed struct{ printed string }

// Print returns text as that of a program.
func Print(text string) Printed { return Printed{text} }

// Format writes nothing of the text: package fmt would otherwise make a string of it, and that a name.
func (p Printed) Format(w fmt.State, _ rune) { _, _ = io.WriteString(w, "(printed text)") }

// quote returns the text in quotes, as people see it in evidence.
func (p Printed) quote() string {
	return strconv.Quote(words.Clip(strings.TrimSpace(p.printed), longestQuote))
}

// MarshalJSON writes the text. Its reader must treat it as untrusted.
func (p Printed) MarshalJSON() ([]byte, error) { return json.Marshal(p.printed) }

// UnmarshalJSON reads the text.
func (p *Printed) UnmarshalJSON(data []byte) error { return json.Unmarshal(data, &p.printed) }

// Empty reports whether there is nothing but space.
func (p Printed) Empty() bool { return strings.TrimSpace(p.printed) == "" }

// Fits reports whether the text matches expr.
func (p Printed) Fits(expr *regexp.Regexp) bool { return expr.MatchString(p.printed) }

// Has reports whether the text contains a declared one.
func (p Printed) Has(declared string) bool { return strings.Contains(p.printed, declared) }

// Words returns what the named groups of expr match, the first one that is not empty for each name; nil if nothing
// matches.
func (p Printed) Words(expr *regexp.Regexp) map[string]Printed {
	for _, found := range p.Each(expr, 1) {
		return found
	}
	return nil
}

// All returns all that expr matches, at most n, or all that its first group does.
func (p Printed) All(expr *regexp.Regexp, n int) (list []Printed) {
	for _, m := range expr.FindAllStringSubmatch(p.printed, n) {
		text := m[0]
		for _, group := range m[1:] {
			if group != "" {
				text = group
				break
			}
		}
		list = append(list, Printed{text})
	}
	return list
}

// Is reports whether the text is a declared one.
func (p Printed) Is(declared string) bool { return p.printed == declared && p.printed != "" }

// Alike is Is without a difference of case, and of - _ and . in names (PEP 503).
func (p Printed) Alike(declared string) bool {
	return p.printed != "" && alike(p.printed) == alike(declared)
}

func alike(name string) string {
	return strings.NewReplacer("-", "_", ".", "_").Replace(strings.ToLower(name))
}

// OneOf returns the declared text that it is, or "".
func (p Printed) OneOf(declared []string) string {
	for _, d := range declared {
		if p.Is(d) {
			return d
		}
	}
	return ""
}

// Meant returns the declared name of which the text may be a misspelling, or "".
func (p Printed) Meant(declared []string) string {
	for _, like := range words.Meant(p.printed, declared) {
		return like
	}
	return ""
}

// In returns the text as a declared one has it, whole: not as a part of a longer word or path; or "".
func (p Printed) In(declared string) string {
	for from := 0; p.printed != ""; {
		i := strings.Index(declared[from:], p.printed)
		if i < 0 {
			break
		}
		i += from
		end := i + len(p.printed)
		if !goesOnBefore(declared[:i]) && !goesOnAfter(declared[end:]) {
			return declared[i:end]
		}
		from = i + 1
	}
	return ""
}

// goesOnBefore reports whether the end of a text belongs to the word or path that begins behind it. A URL and ./ do
// not.
func goesOnBefore(text string) bool {
	if text == "" || strings.HasSuffix(text, "//") || strings.HasSuffix(text, " ./") || strings.HasSuffix(text, `"./`) ||
		strings.HasSuffix(text, "'./") {
		return false
	}
	c := text[len(text)-1]
	return isWord(c) || strings.IndexByte("/.-~+", c) >= 0 || c == '@' && !strings.Contains(text, "://")
}

// goesOnAfter reports whether the beginning of a text belongs to the word or path that ends before it.
func goesOnAfter(text string) bool {
	if text == "" || isWord(text[0]) {
		return text != ""
	}
	return strings.IndexByte("/.-+", text[0]) >= 0 && len(text) > 1 && (isWord(text[1]) || text[1] == '*')
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// Joined returns the path that the text is in a directory; itself if it is absolute.
func (p Printed) Joined(dir string) Printed {
	if p.printed == "" || filepath.IsAbs(p.printed) {
		return p
	}
	return Printed{filepath.Join(dir, p.printed)}
}

// Below returns the part of a path that is below a directory; empty if it is not.
func (p Printed) Below(dir string) Printed {
	rest, ok := strings.CutPrefix(strings.TrimPrefix(p.printed, "file://"), dir+"/")
	if !ok {
		return Printed{}
	}
	return Printed{rest}
}

// First returns the text up to the first of a separator.
func (p Printed) First(separator string) Printed {
	first, _, _ := strings.Cut(p.printed, separator)
	return Printed{first}
}

// Folder returns the directory of a path.
func (p Printed) Folder() Printed { return Printed{filepath.Dir(p.printed)} }

// Unslashed returns a path without the slashes at its end.
func (p Printed) Unslashed() Printed { return Printed{strings.TrimRight(p.printed, "/")} }

// Named returns the text without the quotes around it and what ends a sentence behind it.
func (p Printed) Named() Printed {
	return Printed{strings.TrimRight(strings.Trim(p.printed, "'\"`,;:"), ".")}
}

// Number returns the number that the text is; 0 if it is none below 2^31.
func (p Printed) Number() int {
	n, err := strconv.ParseInt(p.printed, 10, 32)
	if err != nil || n < 0 {
		return 0
	}
	return int(n)
}

var versionText = words.Lazy(`^v?(\d{1,6}(?:\.\d{1,6}){0,3})$`)

// Version returns the version that the text is, or "". It has nothing but digits and dots.
func (p Printed) Version() string {
	if m := versionText().FindStringSubmatch(p.printed); m != nil {
		return m[1]
	}
	return ""
}

// longestPath is the longest text that is looked for as a file. A count in the expression would take 9 MB.
const longestPath = 300

var pathText = words.Lazy(`^[\pL\w@./+~()\[\] -]+$`)

// There returns the clean path of what exists by that name, in one of the directories if it is relative; or "".
func (p Printed) There(dirs ...string) string {
	name := strings.TrimPrefix(p.printed, "file://")
	if len(name) > longestPath || !pathText().MatchString(name) {
		return ""
	}
	if filepath.IsAbs(name) {
		dirs = []string{""}
	}
	for _, dir := range dirs {
		path := filepath.Join(dir, name)
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	return ""
}

// Path reports whether the text can be the path of a file.
func (p Printed) Path() bool {
	return len(p.printed) <= longestPath && pathText().MatchString(p.printed)
}

// Each returns what the named groups of expr match, for each of its first n matches.
func (p Printed) Each(expr *regexp.Regexp, n int) (list []map[string]Printed) {
	for _, m := range expr.FindAllStringSubmatch(p.printed, n) {
		found := map[string]Printed{}
		for i, name := range expr.SubexpNames() {
			if name != "" && m[i] != "" && found[name].printed == "" {
				found[name] = Printed{m[i]}
			}
		}
		list = append(list, found)
	}
	return list
}
