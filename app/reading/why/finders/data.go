package finders

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/project/sources"
)

var dataPath = words.Lazy(`([\w@./+-]+\.(?:json|toml|ya?ml|xml|webmanifest|env|ini|cfg|conf))\b`)

// data looks for a data file that can't be parsed: those that the lines, the sources of the failure, the command and
// the environment name. We parse it ourselves.
func data(s *Scene, p Pointer) *app.Claim {
	var list []string
	for _, l := range s.Around(p.At, 25) {
		if p.At < 0 {
			break
		}
		for _, w := range l.Text.All(dataPath(), 6) {
			list = append(list, w.There(s.WorkDir, s.Dir))
		}
	}
	list = append(list, s.StepFiles()...)
	for _, source := range sourcesOf(s) {
		list = append(list, s.DataIn(source)...)
	}
	for _, key := range slices.Sorted(maps.Keys(s.Env)) {
		if value := s.Env[key]; len(value) < 200 && filepath.Ext(value) != "" && s.IsGiven(key) {
			list = append(list, s.Found(value))
		}
	}
	if p.At >= 0 {
		list = append(list, s.DataOf(p.Of)...)
	}
	for _, path := range list {
		if c := malformed(s, path); c != nil {
			return c
		}
	}
	return nil
}

// malformed claims that a data file of the project can't be parsed; nil = it can.
func malformed(s *Scene, path string) *app.Claim {
	if path == "" || !s.Ours(path) || filepath.Base(path) == "devservers.yml" {
		return nil
	}
	b, wrong := sources.Malformed(path)
	if !wrong {
		return nil
	}
	if c := odd(s, path); c != nil {
		return c
	}
	format := strings.ToUpper(strings.TrimPrefix(strings.Replace(filepath.Ext(path), ".yml", ".yaml", 1), "."))
	where := app.Known(b.Shown(s.Project))
	c := app.About(app.FindingConfig, where, "%s is not valid %s", app.Known(format))
	c.SeeIn(s.PathOf(path), "%s can't be parsed from %s on", where).Certain = true
	return c.Correct("correct %s", where)
}

// sourcesOf returns the sources of the failure, and those that the command names.
func sourcesOf(s *Scene) (list []string) {
	for _, spot := range s.Spots {
		list = append(list, spot.File)
	}
	for _, file := range s.StepFiles() {
		if sources.IsSource(file) && s.Ours(file) {
			list = append(list, file)
		}
	}
	return list
}

var fileInQuotes = words.Lazy("[\"'`]([\\w@.+-]+(?:/[\\w@.+-]+)*\\.\\w{2,6})[\"'`]")

// content looks at the bytes of the files of a failure: its sources, and those that these and the command name. Without
// a pointer, only the sources themselves count.
func content(s *Scene, p Pointer) *app.Claim {
	var list []string
	if p.At >= 0 {
		for _, l := range s.Around(p.At, headLines) {
			for _, w := range l.Text.All(fileInQuotes(), 6) {
				list = append(list, w.There(s.WorkDir, s.Dir))
			}
		}
		list = append(list, s.StepFiles()...)
	}
	for _, source := range sourcesOf(s) {
		list = append(list, source)
		for _, m := range fileInQuotes().FindAllStringSubmatch(s.Text(source), 20) {
			if p.At >= 0 {
				list = append(list, s.Found(m[1]))
			}
		}
	}
	for _, path := range list {
		if c := odd(s, path); path != "" && s.Ours(path) && c != nil {
			return c
		}
	}
	return nil
}

// odd claims that a file has other content than its name promises; nil = it has not.
func odd(s *Scene, path string) *app.Claim {
	what, line := sources.Odd(path)
	name, at := s.PathOf(path), s.At(path, line)
	c := app.ItIs(app.FindingFile, name, "")
	c.Certain = true
	switch what {
	case sources.Empty:
		if sources.IsSource(path) {
			return nil
		}
		c.Is("%s is empty", name).Correct("restore %s: git log shows its versions", name)
	case sources.Pointer:
		c.Is("%s is only the pointer of Git LFS: its content was not fetched", name)
		c.Correct("git lfs install && git lfs pull --include %s", name)
	case sources.NotPEM:
		c.Is("%s is not in the format PEM: no line of it begins a certificate or a key", name)
		c.Correct("write the certificate or the key into %s", name)
	case sources.Conflict:
		c.Kind, c.Subject = app.FindingCode, at
		c.Is("%s has the marks of a merge conflict", at).Correct("resolve the conflict in %s", at)
		return c.See(app.OwnerOf(name), "the line begins with <<<<<<<")
	case sources.Mark:
		c.Is("%s begins with a byte order mark (BOM), which not every program skips", name)
		c.Correct("save %s in UTF-8, without a byte order mark", name)
	case sources.UTF16:
		c.Is("%s is written in UTF-16, not in UTF-8", name).Correct("save %s in UTF-8, without a byte order mark", name)
	case sources.NotUTF8, sources.Null:
		c.Subject = at
		c.Is("%s has a byte that is not UTF-8", at).Correct("correct %s, and save %s in UTF-8", at, name)
	default:
		return nil
	}
	return c.See(app.OwnerOf(name), "we read the file")
}
