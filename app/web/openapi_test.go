package web

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"devservers/app"
	"devservers/app/access"
	"devservers/app/config/yml"
	errs "devservers/app/digest"
	"devservers/app/reading/edits"
	"devservers/app/reading/logs"
	"devservers/app/record/history"
	"devservers/app/run/protocol"
	"devservers/app/web/proxy"
	"devservers/app/web/streams"
	"devservers/app/web/wire"
)

type document struct {
	Paths      map[string]map[string]any `yaml:"paths"`
	Components struct {
		Schemas map[string]struct {
			Properties map[string]any `yaml:"properties"`
		} `yaml:"schemas"`
	} `yaml:"components"`
}

func readDocument(t *testing.T) document {
	t.Helper()
	var d document
	if err := yaml.Unmarshal(openAPIDocument, &d); err != nil {
		t.Fatal(err)
	}
	return d
}

var pathParameter = regexp.MustCompile(`:(\w+)`)

func TestOpenAPIRoutes(t *testing.T) {
	t.Parallel()
	d := readDocument(t)
	documented, real := map[string]bool{}, map[string]bool{}
	for path, item := range d.Paths {
		for method := range item {
			if method != "parameters" {
				documented[strings.ToUpper(method)+" "+path] = true
			}
		}
	}
	for _, r := range New(nil, Options{}).router.echo.Routes() {
		if strings.HasPrefix(r.Path, "/api") {
			real[r.Method+" "+pathParameter.ReplaceAllString(r.Path, "{$1}")] = true
		}
	}
	for name := range real {
		if !documented[name] {
			t.Errorf("%s is not in openapi.yaml", name)
		}
	}
	for name := range documented {
		if !real[name] {
			t.Errorf("%s is in openapi.yaml only", name)
		}
	}
	for path, item := range d.Paths {
		if got, want := parameters(item["parameters"], "path"), placeholders(path); !slices.Equal(got, want) {
			t.Errorf("%s: parameters %v, want %v", path, got, want)
		}
	}
}

func placeholders(path string) (names []string) {
	for _, m := range regexp.MustCompile(`\{(\w+)\}`).FindAllStringSubmatch(path, -1) {
		names = append(names, m[1])
	}
	return names
}

func parameters(list any, in string) (names []string) {
	all, _ := list.([]any)
	for _, p := range all {
		if p := p.(map[string]any); p["in"] == in {
			names = append(names, fmt.Sprint(p["name"]))
		}
	}
	return names
}

// An unknown parameter of a query is refused with the list of the known ones: that list has to be the document's.
func TestOpenAPIParameters(t *testing.T) {
	t.Parallel()
	m := serve(t)
	d := readDocument(t)
	for path, item := range d.Paths {
		for method, o := range item {
			op, _ := o.(map[string]any)
			want := parameters(op["parameters"], "query")
			if method == "parameters" || len(want) == 0 {
				continue
			}
			url := strings.NewReplacer("{id}", "shop", "{name}", "web").Replace(path)
			got := m.do(strings.ToUpper(method), url+"?no_such_parameter=1", "")
			_, list, ok := strings.Cut(got.body, "there are ")
			list, _, _ = strings.Cut(list, `"`)
			known := strings.Split(list, ", ")
			slices.Sort(known)
			slices.Sort(want)
			if known = slices.Compact(known); !ok || !slices.Equal(known, want) {
				t.Errorf("%s %s: %d, known %v, documented %v", method, path, got.StatusCode, known, want)
			}
		}
	}
}

func TestOpenAPISchemas(t *testing.T) {
	t.Parallel()
	types := []any{
		wire.Problem{}, app.Error{}, yml.FileProblem{}, app.PortOwner{}, app.Exit{}, app.Retry{}, app.Actor{}, app.ManagerView{},
		app.Status{},
		app.Lack{}, app.Result{}, app.ProjectView{},
		app.Review{}, protocol.Changed{}, app.CodeChange{},
		app.RunInfo{}, app.LogLine{}, app.LogPage{}, edits.ErrorPage{}, edits.Built{}, app.EditPage{},
		app.Edit{}, app.Verdict{}, app.EditRequest{}, app.PageLoad{}, app.PageComplaint{}, app.Broken{}, errs.Error{},
		LogMark{}, app.Gap{}, app.SearchPage{}, logs.WaitResult{}, history.Entry{}, app.Event{}, app.EventPage{},
		EventMark{},
		LoginAnswer{}, ResolveAnswer{}, HTTPSStatus{}, HTTPSRequest{}, ShutdownRequest{}, ShutdownAnswer{}, StartRequest{},
		RegisterRequest{}, TrustRequest{}, streams.InputRequest{}, streams.ResizeRequest{},
		streams.SignalRequest{}, app.Patch{}, app.Change{}, app.Overlay{}, app.Diagnosis{}, app.Finding{}, app.Evidence{},
		app.Block{}, app.Step{}, app.EnvVariable{},
		app.HostView{}, proxy.HostRequest{},
		app.Environment{}, app.EnvironmentStep{}, app.EnvironmentData{}, UpRequest{}, DownRequest{}, ExecRequest{}, ExecAnswer{},
		access.Entry{}, TokenRequest{}, OwnRequest{}, NewToken{},
	}
	d := readDocument(t)
	known := map[string]bool{}
	for _, v := range types {
		typ := reflect.TypeOf(v)
		schema := schemaName(typ)
		known[schema] = true
		var documented []string
		for name := range d.Components.Schemas[schema].Properties {
			documented = append(documented, name)
		}
		real := jsonNames(typ)
		slices.Sort(documented)
		slices.Sort(real)
		if !slices.Equal(documented, real) {
			t.Errorf("%s: the document has %v, the struct %v", schema, documented, real)
		}
	}
	for name := range d.Components.Schemas {
		if !known[name] {
			t.Errorf("schema %s belongs to no struct", name)
		}
	}
	for _, m := range regexp.MustCompile(`#/components/schemas/(\w+)`).FindAllSubmatch(openAPIDocument, -1) {
		if !known[string(m[1])] {
			t.Errorf("schema %s is referred to, but does not exist", m[1])
		}
	}
}

// schemaName returns the name of typ in the document, where packages have no name.
func schemaName(typ reflect.Type) string {
	switch typ {
	case reflect.TypeFor[history.Entry]():
		return "HistoryEntry"
	case reflect.TypeFor[errs.Error]():
		return "OutputError"
	case reflect.TypeFor[logs.WaitResult]():
		return "WaitResult"
	}
	return typ.Name()
}

func jsonNames(t reflect.Type) (names []string) {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case !f.IsExported() && !f.Anonymous: // nor does encoding/json write it
		case f.Anonymous && name == "":
			names = append(names, jsonNames(f.Type)...)
		case name == "-": // not part of any answer
		case name == "":
			names = append(names, f.Name)
		default:
			names = append(names, name)
		}
	}
	return names
}
