package survey

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/pelletier/go-toml/v2"

	"devservers/app/base/words"
)

// Told is a port in a file of a program's own settings.
type Told struct {
	Port int
	File string
	Keys []string // that lead to it, the outermost first
}

var (
	// portKey matches the key of a setting that says where a program listens.
	portKey = words.Lazy(`(?i)^(?:\w*[_-])?port$|^(?:http|server|app|api|web)port$|^http$|^\w*(?:addr|address)$|^listen\w*$|^bind$`)
	// listensAt matches the value of one: a port, or an address with one.
	listensAt = words.Lazy(`^(?:(?:https?://)?[\w.\[\]:*${-]*:-?)?(\d{4,5})[/}]?$`)
	// deployed matches the names of settings for another place than where a program is developed.
	deployed = words.Lazy(`(?i)(?:^|[._-])(?:prod\w*|staging|test\w*|ci|docker|k8s|example|sample)(?:[._-]|$)`)
	// ownPart matches the part of settings that is about the program itself.
	ownPart    = words.Lazy(`(?i)^(?:app|server|http|web|api|deployment)$`)
	sample     = words.Lazy(`[._-](?:sample|example|dist|default|template)\b`)
	developing = words.Lazy(`(?i)(?:^|[._-])(?:dev\w*|local)(?:[._-]|$)`)
	// keyed matches a line of a file of properties.
	keyed = words.Lazy(`(?m)^\s*([%\w.-]+)\s*[=:]\s*["']?([^\s"']+)["']?\s*$`)
	// inModule matches the names of modules of JavaScript with settings, and valued a port in one.
	inModule = words.Lazy(`(?i)^(?:config|settings|defaults|default|development)\.[cm]?[jt]s$`)
	valued   = words.Lazy(`(?m)^\s*["']?(\w+)["']?\s*:[^\n]*?\b(\d{4,5})["']?,?\s*(?://.*)?$`)
)

// settingDirs are the directories below a program's own in which it has its settings.
var settingDirs = []string{".", "config", "configs", "configuration", "conf", "settings", "defaults", "etc"}

// ToldIn returns the ports that the settings of a directory's program name.
func (p *Checkout) ToldIn(dir string) (found []Told) {
	for _, below := range settingDirs {
		at := path.Join(dir, below)
		files := slices.Clone(p.List(at))
		slices.SortStableFunc(files, func(a, b fs.DirEntry) int { // the settings of development count
			return rankOf(developing().MatchString(b.Name())) - rankOf(developing().MatchString(a.Name()))
		})
		for _, e := range files {
			name := sample().ReplaceAllString(e.Name(), "")
			if name != e.Name() && p.Has(at, name) || e.IsDir() || deployed().MatchString(name) ||
				!setting().MatchString(name) && !inModule().MatchString(name) || accounted().MatchString(name) {
				continue
			}
			if foreign().MatchString(strings.ReplaceAll(e.Name(), "_", " ")) {
				continue
			}
			for _, t := range told(path.Ext(name), p.Read(at, e.Name())) {
				t.File = path.Join(at, e.Name())
				if !slices.ContainsFunc(found, func(o Told) bool {
					return o.Port == t.Port || slices.Equal(o.Keys, t.Keys)
				}) {
					found = append(found, t)
				}
			}
		}
	}
	return found
}

// told returns the ports that a text names as its program's own.
func told(ext, content string) (found []Told) {
	var tree map[string]any
	switch ext {
	case ".yaml", ".yml", ".json":
		_ = yaml.Unmarshal([]byte(content), &tree)
	case ".toml":
		_ = toml.Unmarshal([]byte(content), &tree)
	case ".js", ".cjs", ".mjs", ".ts":
		for _, m := range valued().FindAllStringSubmatchIndex(content, -1) {
			keys := blocks(content[:m[0]])
			slices.Reverse(keys)
			found = append(found, leaf(append(keys, content[m[2]:m[3]]), content[m[4]:m[5]])...)
		}
	case ".ini", ".env", ".cfg", ".conf", ".properties":
		for _, m := range keyed().FindAllStringSubmatch(content, -1) {
			found = append(found, leaf(strings.Split(m[1], "."), m[2])...)
		}
	}
	left := mostLeaves
	return append(found, leaves(nil, tree, &left)...)
}

// mostLeaves bounds the values that are looked at: aliases make few lines many.
const mostLeaves = 5000

func leaves(keys []string, tree map[string]any, left *int) (found []Told) {
	for _, name := range slices.Sorted(maps.Keys(tree)) {
		if *left--; *left < 0 {
			break
		}
		below := append(slices.Clone(keys), strings.Split(name, ".")...)
		switch value := tree[name].(type) {
		case map[string]any:
			found = append(found, leaves(below, value, left)...)
		case []any: // no port is a list
		default:
			found = append(found, leaf(below, fmt.Sprint(value))...)
		}
	}
	return found
}

func rankOf(first bool) int {
	if first {
		return 1
	}
	return 0
}

// leaf returns the port of a value, if its key says that its program listens there.
func leaf(keys []string, value string) []Told {
	words := strings.ReplaceAll(strings.Join(keys, " "), "_", " ")
	m := listensAt().FindStringSubmatch(value)
	if m == nil || !portKey().MatchString(keys[len(keys)-1]) || foreign().MatchString(words) ||
		deployed().MatchString(strings.Join(keys, ".")) {
		return nil
	}
	n, _ := strconv.Atoi(m[1])
	own := len(keys) == 1 && keys[0] == "port" || len(keys) > 1 && ownPart().MatchString(keys[len(keys)-2])
	if n < 1024 || n > 65535 || slices.Contains(others, n) && !own {
		return nil
	}
	return []Told{{Port: n, Keys: keys}}
}

// ReadsKeys reports whether a source reads the last of some keys, all that belong to a part of the settings before it:
// config.get("server.port"), settings["server"]["port"], cfg.Server.Port, settings.PORT.
func ReadsKeys(source string, keys []string) bool {
	plain := strings.NewReplacer("_", "", "-", "")
	quoted := make([]string, len(keys))
	for i, k := range keys {
		quoted[i] = regexp.QuoteMeta(plain.Replace(k))
	}
	read := regexp.MustCompile("(?i)[.\\[(\"'`:>]" + strings.Join(quoted, `\W{1,4}`) + `\b`)
	return read.MatchString(plain.Replace(source))
}

// Meant returns the ports of settings that a source reads: of several, those whose part of the settings it names.
func Meant(source string, all []Told) []Told {
	for _, n := range []int{2, 1} {
		mine := slices.DeleteFunc(slices.Clone(all), func(t Told) bool {
			return !ReadsKeys(source, t.Keys[max(0, len(t.Keys)-n):])
		})
		if top := slices.DeleteFunc(slices.Clone(mine), func(t Told) bool { return len(t.Keys) > 1 }); len(top) == 1 {
			return top // the others are of its parts
		}
		if len(mine) > 0 {
			return mine
		}
	}
	return nil
}

// PortNames lists the ports of settings.
func PortNames(all []Told) string {
	ports := make([]int, len(all))
	for i, t := range all {
		ports[i] = t.Port
	}
	return portNames(ports)
}
