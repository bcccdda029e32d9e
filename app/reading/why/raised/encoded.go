package raised

import (
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/digest/parse"
	"devservers/app/project/sources"
	"devservers/app/reading/why/disk"
	"devservers/app/reading/why/sayings"
)

var (
	// ofBytes matches messages about the bytes of a text, and ofContent those about a file that is not what its reader expects.
	ofBytes   = sayings.Lazily(`(?i)utf-?(?:8|16)|codec|byte sequence|byte order|\bBOM\b|U\+00A0|U\+FEFF|U\+20|\\u(?:feff|00a0|20)|null byte|invalid (?:byte|start byte|continuation byte)|illegal character|non-printable|unrecogni[sz]ed character|stray|Invalid or unexpected token`)
	ofContent = sayings.Lazily(`(?i)not a (?:database|zip|valid (?:image|archive|model))|magic|bad header|invalid header|header too|encrypted or is not|\bPEM\b|no start line|asn1 encoding`)
	// dataOfAny matches the name of a file in quotes, of any kind.
	dataOfAny = sayings.Lazily("[\"'`]([\\w@.+-]+(?:/[\\w@.+-]+)*\\.\\w{2,6})[\"'`]")
)

// encoded returns the finding that the bytes of a file are what an error is about: of the sources, or of one that they read.
func (o Of) encoded(e digest.Error, at parse.Place) *app.Finding {
	bytes := ofBytes().MatchString(e.Message)
	if !bytes && !ofContent().MatchString(e.Message) {
		return nil
	}
	if char := disk.Lookalike(o.SourceOf(at)); bytes && char != "" {
		where := o.Shown(o.Found(at.File)) + ":" + strconv.Itoa(at.Line)
		return &app.Finding{Kind: app.FindingCode, Problem: where + " has " + char, Fix: "write the usual character in " + where}
	}
	for _, path := range o.readBy(e, at) {
		if !o.Ours(path) {
			continue
		}
		if f := disk.Odd(&o.Project, path); f != nil {
			return f
		}
	}
	return nil
}

// readBy returns the files that an error can be about: that its message names, the source in which it was raised, and those
// that this source or the command names.
func (o Of) readBy(e digest.Error, at parse.Place) (list []string) {
	from, to := o.Span(e)
	text := e.Message + "\n" + strings.Join(o.Following(from, min(to-from+1, mostQuoting)), "\n")
	for _, m := range sayings.PathIn().FindAllStringSubmatch(text, 12) {
		list = append(list, o.Found(m[1]+m[2]))
	}
	files := []string{o.Found(at.File)}
	for _, arg := range o.Argv {
		files = append(files, o.Own(arg))
	}
	list = append(list, files...)
	for _, source := range files {
		if !sources.IsSource(source) {
			continue
		}
		for _, m := range dataOfAny().FindAllStringSubmatch(sources.Read(source), 20) {
			list = append(list, o.Found(m[1]))
		}
	}
	return list
}
