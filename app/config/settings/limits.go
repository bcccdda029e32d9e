package settings

import (
	"fmt"

	"devservers/app/config/yml"
)

// A config.yml without settings: may have been emptied or removed by mistake, and stored output that was removed for
// that would be lost. So the limits stay as they were read last, and the copy of the file remembers them, until the
// file has settings: again.

// unknown are the limits while a file can't be read and there is no copy: nothing is removed.
var unknown = Limits{TranscriptSize: Default().TranscriptSize, RunsKept: 10000}

// parse reads a content of the file. If it has no settings, the last known limits count.
func (g *File) parse(content []byte) (document, yml.Problems) {
	out, problems := parse(g.file, content)
	if !out.hasSettings() {
		out.settings.Limits = g.Settings().Limits
	}
	return out, problems
}

func (f document) hasSettings() bool { return f.root != nil && f.root.Get("settings") != nil }

// writtenTo returns a content without settings with limits as its settings, unless they are the usual ones.
func (l Limits) writtenTo(content []byte) []byte {
	if l == Default().Limits {
		return content
	}
	text := fmt.Sprintf("settings: {runs_kept: %d, transcript_size: %d, transcripts_total: %d}\n", l.RunsKept,
		l.TranscriptSize, l.TranscriptsTotal)
	with := append([]byte(text), content...)
	if got, problems := parse("", with); len(problems) > 0 || got.settings.Limits != l {
		return content // its layout has no place for them
	}
	return with
}

// copied returns the settings before the file is read: an empty file's, but with the limits of the copy.
func (g *File) copied() Settings {
	s := Default()
	content, err := yml.ReadFile(g.backup(), yml.MaxFileSize+1)
	if parsed, problems := parse(g.backup(), content); err == nil && len(problems) == 0 {
		s.Limits = parsed.settings.Limits
	}
	return s
}
