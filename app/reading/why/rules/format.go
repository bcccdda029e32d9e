package rules

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/digest/parse"
	"devservers/app/project/sources"
	"devservers/app/reading/why/disk"
	"devservers/app/reading/why/output"
	"devservers/app/reading/why/resolve"
	"devservers/app/reading/why/sayings"
)

// formatRules find a data file that can't be parsed. The program that reads it often names only its own sources, so the
// files that the lines, these sources, the command and the environment name are parsed.
var formatRules = []rule{
	{words: []string{"cannot unmarshal"}, pattern: lazily(`cannot unmarshal (?:!!)?(\w+).* into Go (?:struct field|value of field) ([\w.]+) of type ([\w.]+)`), find: func(c *Clues, _ int, m []string) *app.Finding {
		return resolve.OtherType(&c.Project, m[2], m[1], m[3])
	}},
	{words: []string{"JSON", "json", "TOML", "toml", "YAML", "yaml", "yml", "xml", "XML", "ection", "arsing", ".ini", ".cfg"}, pattern: lazily(`(?i)json|toml|ya?ml|xml|section header|parsing|\.(?:ini|cfg)\b`), find: malformed},
	{words: []string{"xpect", "nexpected", "nvalid", "arse", "ecode", "yntax", "mapping", "not find", "character"}, pattern: lazily(
		`(?i)expect(?:ed|ing)|unexpected|invalid|pars(?:e|ing)|decod|syntax|mapping values|could not find|did not find|character`), find: malformed},
}

// formatNear is how many lines around an error name the file or the sources that read it.
const formatNear = 25

func malformed(c *Clues, at int, _ []string) *app.Finding {
	if output.IsFrame(c.Lines[at].Text) || !sayings.BadFormat().MatchString(c.Lines[at].Text) || !c.Failed && !c.Lines[at].Wrong() {
		return nil
	}
	for _, path := range c.dataFiles(at) {
		if b, wrong := sources.Malformed(path); wrong && c.Ours(path) {
			if odd := disk.Odd(&c.Project, path); odd != nil {
				return odd
			}
			where := b.Shown(&c.Project)
			kind := strings.ToUpper(strings.TrimPrefix(strings.Replace(filepath.Ext(path), ".yml", ".yaml", 1), "."))
			return &app.Finding{Kind: app.FindingConfig, Problem: where + " is not valid " + kind, Fix: "correct " + where}
		}
	}
	return c.namedData(at)
}

// otherData matches the name of a file in a format that can't be parsed here, and lineIn the number of its line.
var (
	otherData = lazily(`['"]?([\w@./+-]+\.(?:ini|cfg|conf|cnf|properties|csv|tsv|hcl|tf|plist|editorconfig|env(?:\.\w+)?))\b['"]?`)
	lineIn    = lazily(`(?i)\bline:?\s+(\d+)|\[line\s+(\d+)\]|\.(?:ini|cfg|conf|cnf|properties|csv|hcl|tf):(\d+)`)
)

// namedData finds the data file that the lines of an error name with the number of a line.
func (c *Clues) namedData(at int) *app.Finding {
	text := strings.Join(c.Following(at, 4), "\n")
	name, number := otherData().FindStringSubmatch(text), lineIn().FindStringSubmatch(text)
	if name == nil || number == nil || c.Own(name[1]) == "" {
		return nil
	}
	for i := max(0, at-output.Together); i <= at; i++ { // a file that it includes is what is wrong
		if f := absent(c, i); f != nil {
			return f
		}
	}
	where := c.Shown(c.Own(name[1])) + ", line " + strings.Join(number[1:], "")
	return &app.Finding{Kind: app.FindingConfig, Problem: where + ", can't be read", Fix: "correct " + where}
}

// dataFiles returns the data files that can be meant, the likeliest first.
func (c *Clues) dataFiles(at int) (list []string) {
	var sources []string
	for i := max(0, at-formatNear); i < min(len(c.Lines), at+formatNear); i++ {
		for _, m := range sayings.PathIn().FindAllStringSubmatch(c.Lines[i].Text, 8) {
			list = append(list, c.Found(m[1]+m[2]))
		}
		for _, p := range parse.PlaceIn(c.Lines[i].Text) {
			if own := c.Own(p.File); own != "" && !slices.Contains(sources, own) {
				sources, list = append(sources, own), append(list, own)
			}
		}
	}
	for _, arg := range c.Argv {
		list = append(list, c.Found(arg[strings.IndexByte(arg, '=')+1:]))
		if own := c.Own(arg); own != "" {
			sources = append(sources, own)
		}
	}
	for _, source := range sources {
		list = append(list, c.DataIn(source)...)
	}
	for _, value := range slices.Sorted(maps.Values(c.Env)) {
		if len(value) < 200 && filepath.Ext(value) != "" {
			list = append(list, c.Found(value))
		}
	}
	return append(list, c.DataOf(c.Lines[at].Text)...)
}
