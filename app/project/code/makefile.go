package code

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/project/sources"
)

// target is a rule of a Makefile.
type target struct {
	name, needs string
	recipe      []Step
}

var makeRule = lazily(`^([\w./%-]+(?: [\w./%-]+)*)\s*:([^=].*)?$`)

// targets adds the recipes of the targets that the arguments of make name.
func (w *walk) targets(words []string, dir string) {
	names := []string{"Makefile", "makefile", "GNUmakefile"}
	var wanted []string
	for i := 0; i < len(words); i++ {
		switch word := words[i]; {
		case word == "-C" && i+1 < len(words):
			i++
			dir = within(dir, words[i])
		case word == "-f" && i+1 < len(words):
			i++
			names = words[i : i+1]
		case !strings.HasPrefix(word, "-") && !strings.Contains(word, "="):
			wanted = append(wanted, word)
		}
	}
	i := slices.IndexFunc(names, func(name string) bool { return sources.Existing(filepath.Join(dir, name)) != "" })
	if i < 0 {
		return
	}
	list := readMakefile(filepath.Join(dir, names[i]), dir)
	if len(wanted) == 0 && len(list) > 0 {
		wanted = []string{list[0].name}
	}
	for n := 0; n < len(wanted) && n < most; n++ {
		for _, t := range list {
			if !slices.Contains(strings.Fields(t.name), wanted[n]) {
				continue
			}
			for _, s := range t.recipe {
				w.add(s)
			}
			for _, need := range strings.Fields(t.needs) {
				if !slices.Contains(wanted, need) {
					wanted = append(wanted, need)
				}
			}
		}
	}
}

// readMakefile returns the rules of a Makefile, in their order, without those for make itself.
func readMakefile(path, dir string) (list []target) {
	for i, line := range strings.Split(sources.Read(path), "\n") {
		if command, ok := strings.CutPrefix(line, "\t"); ok && len(list) > 0 {
			last := &list[len(list)-1]
			command = strings.ReplaceAll(strings.TrimLeft(command, "@-+ "), "$(MAKE)", "make")
			last.recipe = append(last.recipe, Step{Text: command, Dir: dir, File: path, Line: i + 1})
		} else if m := makeRule().FindStringSubmatch(line); m != nil && !strings.HasPrefix(line, ".") {
			list = append(list, target{name: m[1], needs: m[2]})
		}
	}
	return list
}
