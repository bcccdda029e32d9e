package settings

import (
	"fmt"

	"devservers/app/config/yml"
)

// A config.yml without settings: may have been emptied or removed by mistake, and stored output that was removed for
// that would be lost, or the manager would move to another port. So these stay as they were read last, and the copy of
// the file remembers them, until the file has settings: again.

// unknown are the limits while a file can't be read and there is no copy: nothing is removed.
var unknown = Limits{TranscriptSize: Default().TranscriptSize, RunsKept: 10000}

// parse reads a content of the file. If it has no settings, the last known limits and port count.
func (g *File) parse(content []byte) (document, yml.Problems) {
	out, problems := parse(g.file, content)
	if !out.hasSettings() {
		out.settings.Limits, out.settings.Port = g.Settings().Limits, g.Settings().Port
	}
	return out, problems
}

func (f document) hasSettings() bool { return f.root != nil && f.root.Get("settings") != nil }

// writtenTo returns a content without settings with the limits and port as its settings, unless they are the usual
// ones.
func (s Settings) writtenTo(content []byte) []byte {
	if s.Limits == Default().Limits && s.Port == Default().Port {
		return content
	}
	text := fmt.Sprintf("settings: {port: %d, runs_kept: %d, transcript_size: %d, transcripts_total: %d}\n", s.Port,
		s.RunsKept, s.TranscriptSize, s.TranscriptsTotal)
	with := append([]byte(text), content...)
	got, problems := parse("", with)
	if len(problems) > 0 || got.settings.Limits != s.Limits || got.settings.Port != s.Port {
		return content // its layout has no place for them
	}
	return with
}

// copied returns the settings before the file is read: an empty file's, but with the limits and port of the copy.
func (g *File) copied() Settings {
	s := Default()
	content, err := yml.ReadFile(g.backup(), yml.MaxFileSize+1)
	if parsed, problems := parse(g.backup(), content); err == nil && len(problems) == 0 {
		s.Limits, s.Port = parsed.settings.Limits, parsed.settings.Port
	}
	return s
}
