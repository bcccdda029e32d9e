package digest

import (
	"bytes"

	"devservers/app/digest/parse"
	"devservers/app/transcript/text"
)

// mightBegin reports whether a line without a cue can begin an error: it may name a place, or begin with a mark.
func mightBegin(line []byte) bool {
	i := 0
	for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
		i++
	}
	if i == len(line) || line[i] == '{' { // a record whose level is no error has no cue
		return false
	}
	if line[i] >= 0xc0 {
		return true
	}
	return parse.MightHavePlace(line) || isHeaderLike(line[i:]) || i == 0 && (isSubject(line) || isSpoken(line))
}

// isSpoken reports whether a line that complains may be said by a program under its name, or ends with a colon.
func isSpoken(line []byte) bool {
	name := bytes.IndexByte(line, ' ')
	return (line[len(line)-1] == ':' || name > 0 && line[name-1] == ':' || bytes.Contains(line, []byte("failed: "))) &&
		text.MayReport(string(line))
}

// isSubject reports whether the first or second word of a line may be the name of a file before a colon.
func isSubject(line []byte) bool {
	for range 2 {
		end := bytes.IndexByte(line[:min(len(line), 200)], ' ')
		if end < 3 || line[end-1] != ':' && !bytes.HasPrefix(line[end:], []byte(" - ")) {
			return false
		}
		if bytes.IndexByte(line[:end], '.') >= 0 || bytes.IndexByte(line[:end], '/') >= 0 {
			return true
		}
		line = line[end+1:]
	}
	return false
}

// isHeaderLike reports whether a line may be the name of a file alone, or a rule with a title.
func isHeaderLike(line []byte) bool {
	if len(line) > 200 || len(line) < 3 {
		return false
	}
	if first := bytes.IndexByte(line, ' '); first >= 0 && bytes.IndexByte(line[first+1:], ' ') >= 0 {
		return line[0] == '-' && line[1] == '-' || line[0] == '=' && line[1] == '='
	}
	return bytes.IndexByte(line, '.') >= 0 || bytes.IndexByte(line, '/') >= 0
}
