package sources

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"path/filepath"
	"strconv"
	"strings"

	"devservers/app/base/words"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/parser"
	"github.com/pelletier/go-toml/v2"
)

// Broken is the place in a data file from which it can't be parsed.
type Broken struct {
	Path         string
	Line, Column int // from 1; 0 = unknown
}

// Shown returns the place as people in the project write it.
func (b Broken) Shown(p *Project) string {
	at := p.Shown(b.Path)
	for _, n := range []int{b.Line, b.Column} {
		if n > 0 {
			at += ":" + strconv.Itoa(n)
		}
	}
	return at
}

// dataKinds are the formats that Malformed can read, by extension.
var dataKinds = map[string]func(string) (line, column int, wrong bool){
	".json": brokenJSON, ".webmanifest": brokenJSON, ".toml": brokenTOML, ".yaml": brokenYAML, ".yml": brokenYAML,
	".xml": brokenXML,
}

// withComments are files that are called JSON, but may have comments.
var withComments = lazily(`^(?:[tj]sconfig.*|.*\.jsonc|deno|devcontainer|\.swcrc|angular|.*lint.*|\..*)\.json$`)

// Malformed returns where a JSON, TOML, YAML or XML file can't be parsed; wrong is false if it can, or isn't one.
func Malformed(path string) (at Broken, wrong bool) {
	parse := dataKinds[filepath.Ext(path)]
	if parse == nil || withComments().MatchString(filepath.Base(path)) || Existing(path) == "" || tooLarge(path) {
		return Broken{}, false
	}
	at.Path = path
	at.Line, at.Column, wrong = parse(Read(path))
	return at, wrong
}

func brokenJSON(text string) (line, column int, wrong bool) {
	var value any
	err := json.Unmarshal([]byte(text), &value)
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return 0, 0, false
	}
	before := text[:max(0, min(int(syntax.Offset), len(text))-1)]
	if strings.TrimSpace(text) != "" && strings.Contains(err.Error(), "unexpected end") {
		before = strings.TrimRight(text, " \t\r\n")
	}
	return 1 + strings.Count(before, "\n"), len(before) - strings.LastIndexByte(before, '\n'), true
}

func brokenTOML(text string) (line, column int, wrong bool) {
	var value map[string]any
	var located *toml.DecodeError
	if !errors.As(toml.Unmarshal([]byte(text), &value), &located) {
		return 0, 0, false
	}
	line, column = located.Position()
	return line, column, true
}

func brokenYAML(text string) (line, column int, wrong bool) {
	_, err := parser.ParseBytes([]byte(text), 0)
	var located yaml.Error
	if !errors.As(err, &located) || located.GetToken() == nil || located.GetToken().Position == nil {
		return 0, 0, err != nil
	}
	at := located.GetToken().Position
	return at.Line, at.Column, true
}

func brokenXML(text string) (line, column int, wrong bool) {
	d := xml.NewDecoder(bytes.NewReader([]byte(text)))
	for {
		if _, err := d.Token(); err != nil {
			var syntax *xml.SyntaxError
			if errors.As(err, &syntax) {
				return syntax.Line, 0, true
			}
			return 0, 0, false
		}
	}
}

// dataName matches the name of a data file in quotes, in sources.
var dataName = lazily("[\"'`/]([\\w@.+-]+(?:/[\\w@.+-]+)*\\.(?:json|toml|ya?ml|xml|webmanifest))[\"'`]")

// DataIn returns the data files that a file of the sources names, as far as they exist.
func (p *Project) DataIn(source string) (list []string) {
	for _, m := range dataName().FindAllStringSubmatch(Read(source), 20) {
		for _, path := range []string{filepath.Join(filepath.Dir(source), m[1]), p.Found(m[1])} {
			if path != "" && Existing(path) != "" {
				list = append(list, path)
			}
		}
		if dir := p.Search(func(dir string) bool { return Existing(filepath.Join(dir, m[1])) != "" }); dir != "" {
			list = append(list, filepath.Join(dir, m[1]))
		}
	}
	return list
}

// DataOf returns the data files of the project that programs usually read, if text names their format: the manifests,
// and what is in config directories.
func (p *Project) DataOf(text string) (list []string) {
	text = strings.ToLower(text)
	if strings.Contains(text, "invalid character '") { // as in the message of Go's decoder of JSON, without the word
		text += " json"
	}
	for _, dir := range []string{p.WorkDir, p.Dir} {
		for _, pattern := range []string{"*", "config/*", "conf/*", "settings/*", "etc/*", "src/*.json", "locales/*",
			"data/*"} {
			found, _ := filepath.Glob(filepath.Join(GlobSafe(dir), pattern))
			for _, path := range found {
				format := strings.Replace(filepath.Ext(path), ".yml", ".yaml", 1)
				if dataKinds[format] != nil && strings.Contains(text, format[1:]) {
					list = append(list, path)
				}
			}
		}
	}
	return list
}

var lazily = words.Lazy
