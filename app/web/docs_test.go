package web

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

var updateDocs = flag.Bool("update-docs", false, "write the list of routes in docs/api.md")

// TestRoutesInDocs compares the list of routes in docs/api.md with openapi.yaml. With -update-docs it writes the list.
func TestRoutesInDocs(t *testing.T) {
	const (
		file = "../../docs/api.md"
		from = "<!-- routes: written by go test ./app/web -run RoutesInDocs -update-docs -->\n"
		to   = "<!-- end of routes -->\n"
	)
	have, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begins := strings.Cut(string(have), from)
	_, after, ends := strings.Cut(rest, to)
	if !begins || !ends {
		t.Fatalf("%s has no list of routes between its marks", file)
	}
	want := before + from + "\n" + routeList(t) + "\n" + to + after
	if *updateDocs {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(have) != want {
		t.Errorf("%s is not what openapi.yaml says; write it with -update-docs", file)
	}
}

// wrapped returns an entry of a list in lines of at most 100 columns.
func wrapped(entry string) string {
	words := strings.Fields(entry)
	lines, room := words[0], 100-len(words[0])
	for _, word := range words[1:] {
		if len(word)+1 > room {
			lines, room = lines+"\n ", 98
		}
		lines, room = lines+" "+word, room-len(word)-1
	}
	return lines + "\n"
}

func routeList(t *testing.T) string {
	t.Helper()
	var d struct {
		Paths yaml.MapSlice `yaml:"paths"`
	}
	if err := yaml.UnmarshalWithOptions(openAPIDocument, &d, yaml.UseOrderedMap()); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, path := range d.Paths {
		for _, op := range path.Value.(yaml.MapSlice) {
			method := op.Key.(string)
			if !slices.Contains([]string{"get", "post", "delete"}, method) {
				continue
			}
			for _, field := range op.Value.(yaml.MapSlice) {
				if field.Key == "summary" {
					b.WriteString(wrapped(fmt.Sprintf("- `%s %s`: %s", strings.ToUpper(method), path.Key, field.Value)))
				}
			}
		}
	}
	return b.String()
}
