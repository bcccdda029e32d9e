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

var updateDocs = flag.Bool("update-docs", false, "write the table of routes in docs/api.md")

// TestRoutesInDocs compares the table of routes in docs/api.md with openapi.yaml. With -update-docs it writes the table.
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
		t.Fatalf("%s has no table of routes between its marks", file)
	}
	want := before + from + "\n" + routeTable(t) + "\n" + to + after
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

func routeTable(t *testing.T) string {
	t.Helper()
	var d struct {
		Paths yaml.MapSlice `yaml:"paths"`
	}
	if err := yaml.UnmarshalWithOptions(openAPIDocument, &d, yaml.UseOrderedMap()); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("| route | does |\n|---|---|\n")
	for _, path := range d.Paths {
		for _, op := range path.Value.(yaml.MapSlice) {
			method := op.Key.(string)
			if !slices.Contains([]string{"get", "post", "delete"}, method) {
				continue
			}
			for _, field := range op.Value.(yaml.MapSlice) {
				if field.Key == "summary" {
					fmt.Fprintf(&b, "| `%s %s` | %s |\n", strings.ToUpper(method), path.Key, field.Value)
				}
			}
		}
	}
	return b.String()
}
