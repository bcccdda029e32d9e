package web

import (
	"cmp"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"devservers/app/web/guard"
)

// caller is somebody who sends a request; edit makes the request theirs.
type caller struct {
	title string
	edit  []func(*http.Request)
}

// callersOf returns who may reach the manager over HTTP, in the order of the columns of docs/api.md.
func callersOf(t *testing.T, m *manager) []caller {
	t.Helper()
	secret, _, err := m.o.Access.AddToken("an agent")
	if err != nil {
		t.Fatal(err)
	}
	c := m.signIn()
	own := header("Origin", m.origin(guard.UIHost))
	return []caller{
		{"nobody", []func(*http.Request){anonymous}},
		{"token", nil},
		{"page", []func(*http.Request){cookie(c), m.onUI, own, header("Sec-Fetch-Site", "same-origin")}},
		{"agent", []func(*http.Request){header("Authorization", "Bearer "+secret)}},
		{"neighbor", []func(*http.Request){cookie(c), m.onUI, header("Sec-Fetch-Site", "same-site")}},
		{"origin", []func(*http.Request){cookie(c), m.onUI, header("Origin", "http://localhost:3000")}},
		{"host", []func(*http.Request){host("evil.test")}},
	}
}

var parameter = regexp.MustCompile(`:\w+|\*`)

// passes reports whether the guards let a caller's request through to a route, or else the status of the refusal. It
// does nothing.
func passes(m *manager, row route, who caller) string {
	r := httptest.NewRequest(row.method, parameter.ReplaceAllString(row.path, "x"), nil)
	r.Host = fmt.Sprintf("127.0.0.1:%d", m.Port())
	r.Header.Set("Authorization", "Bearer "+testToken)
	if row.method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, f := range who.edit {
		f(r)
	}
	w := httptest.NewRecorder()
	m.guard.Wrap(http.HandlerFunc(func(w http.ResponseWriter,
		_ *http.Request) {
		w.WriteHeader(http.StatusTeapot)
	})).ServeHTTP(w, r)
	if w.Code == http.StatusTeapot {
		return "yes"
	}
	return fmt.Sprint(w.Code)
}

// TestCallersInDocs asks the guards about each route and caller, and compares the answers with the table in
// docs/api.md. With -update-docs it writes the table.
func TestCallersInDocs(t *testing.T) {
	t.Parallel()
	const (
		file = "../../docs/api.md"
		from = "<!-- callers: written by go test ./app/web -run CallersInDocs -update-docs -->\n"
		to   = "<!-- end of callers -->\n"
	)
	m := serve(t)
	callers := callersOf(t, m)
	var head, line []string
	for _, who := range callers {
		head, line = append(head, who.title), append(line, "---")
	}
	table := "| routes | " + strings.Join(head, " | ") + " |\n|---|" + strings.Join(line, "|") + "|\n"
	alike := map[string][]string{} // routes with the same answers
	for _, row := range m.table() {
		var cells []string
		for _, who := range callers {
			cells = append(cells, passes(m, row, who))
		}
		key := strings.Join(cells, " | ")
		alike[key] = append(alike[key], "`"+row.method+" "+row.path+"`")
	}
	var lists strings.Builder
	keys := make([]string, 0, len(alike))
	for key := range alike {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int { return cmp.Or(len(alike[b])-len(alike[a]), strings.Compare(a, b)) })
	for i, key := range keys {
		group := string(rune('A' + i))
		table += fmt.Sprintf("| %s: %d | %s |\n", group, len(alike[key]), key)
		lists.WriteString("\n" + wrapped("- **"+group+"**: "+strings.Join(alike[key], ", ")))
	}
	have, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begins := strings.Cut(string(have), from)
	_, after, ends := strings.Cut(rest, to)
	if !begins || !ends {
		t.Fatalf("%s has no table between its marks", file)
	}
	want := before + from + "\n" + table + lists.String() + "\n" + to + after
	if *updateDocs {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if string(have) != want {
		t.Errorf("%s is not what the guards say; write it with -update-docs", file)
	}
}
