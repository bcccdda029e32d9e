package web

import (
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// crawl reads all pages that links lead to from one, and returns them by address.
func (m *manager) crawl(from string, skip *regexp.Regexp) map[string]*html.Node {
	pages, next := map[string]*html.Node{}, []string{from}
	for len(next) > 0 {
		address := next[0]
		next = next[1:]
		if _, known := pages[address]; known || skip.MatchString(address) {
			continue
		}
		got := m.do("GET", address, "", header("Accept", "text/html"))
		for got.StatusCode == http.StatusFound || got.StatusCode == http.StatusSeeOther {
			got = m.do("GET", got.Header.Get("Location"), "", header("Accept", "text/html"))
		}
		if got.StatusCode != http.StatusOK {
			m.t.Errorf("%s answers %d", address, got.StatusCode)
		}
		page, err := html.Parse(strings.NewReader(got.body))
		if err != nil {
			m.t.Fatal(err)
		}
		pages[address] = page
		for n := range page.Descendants() {
			if to := attribute(n, "href"); n.Data == "a" && strings.HasPrefix(to, "/") {
				to, _, _ = strings.Cut(to, "#")
				next = append(next, to)
			}
		}
	}
	return pages
}

func attribute(n *html.Node, name string) string {
	value, _ := lookUp(n, name)
	return value
}

func lookUp(n *html.Node, name string) (string, bool) {
	i := slices.IndexFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
	if i < 0 {
		return "", false
	}
	return n.Attr[i].Val, true
}

// submitted returns what a browser sends of the controls of a form, without empty ones.
func submitted(page, form *html.Node) url.Values {
	q := url.Values{}
	for n := range page.Descendants() {
		name, id := attribute(n, "name"), attribute(n, "form")
		if name == "" || id != "" && id != attribute(form, "id") ||
			id == "" && !slices.Contains(slices.Collect(n.Ancestors()), form) {
			continue
		}
		_, checked := lookUp(n, "checked")
		box := attribute(n, "type") == "checkbox" || attribute(n, "type") == "radio"
		switch {
		case n.Data == "input" && (!box || checked):
			q.Add(name, attribute(n, "value"))
		case n.Data == "select":
			for o := range n.Descendants() {
				if _, selected := lookUp(o, "selected"); o.Data == "option" && selected {
					q.Add(name, attribute(o, "value"))
				}
			}
		}
	}
	maps.DeleteFunc(q, func(_ string, list []string) bool { return list[0] == "" })
	return q
}

// places are the parts of an address that say where a page begins, not what it shows.
var places = []string{"at", "before", "show"}

// TestLinksAndFormsKeepTheFilter: each link of the product leads somewhere, and each filter that is submitted as it is
// drawn gives the address of its page again: what a link filters by is not lost by the next word typed.
func TestLinksAndFormsKeepTheFilter(t *testing.T) {
	t.Parallel()
	m := serve(t)
	m.addTask("  records: {command: FC bytes 7b226c6576656c223a226572726f72222c226d7367223a22626164222c22636f6465223a3230307d0a}\n")
	m.ask(servers+"chat/start?wait=started", "")
	_ = m.do("POST", servers+"bad/start", "")
	m.ask("/api/projects/shop/tasks/records/run", "")
	m.waitFor("/api/projects/shop/tasks/records", "exit")
	skip := regexp.MustCompile(`^/api/|^/static/|before=|level=.*level=|/text\?|picture`)
	forms := 0
	for address, page := range m.crawl("/", skip) {
		forms += m.checkForms(address, page)
	}
	for _, address := range []string{"/logs?server=chat", "/p/shop/logs?server=chat&level=error", "/p/shop/logs?q=status%3D200",
		"/p/shop/logs?q=server%3Achat+level%3A%3E%3Dwarn+x&since=1h&until=5m&context=2&runs=newest&fold=0&regex=1&mark=y",
		"/activity?actor=agents&since=1h&trouble=1"} {
		for at, page := range m.crawl(address, regexp.MustCompile(`^/(api|static|$|p/[^/]*(/[^l].*)?$)|before=`)) {
			forms += m.checkForms(at, page)
		}
	}
	if forms < 10 {
		t.Errorf("only %d forms were found", forms)
	}
}

// checkForms checks the forms of a page, and returns how many are for filtering.
func (m *manager) checkForms(address string, page *html.Node) (n int) {
	at, err := url.Parse(address)
	if err != nil {
		m.t.Fatal(err)
	}
	for form := range page.Descendants() {
		action, _, _ := strings.Cut(attribute(form, "action"), "?")
		if form.Data != "form" || attribute(form, "method") == "post" || action != at.Path {
			continue
		}
		n++
		want, got := at.Query(), submitted(page, form)
		for _, name := range places {
			delete(want, name)
		}
		if short := want["server"]; len(short) == 1 && !strings.Contains(short[0], "/") {
			want["server"] = []string{"shop/" + short[0]} // the page gives it its full name
		}
		if got.Encode() != want.Encode() {
			m.t.Errorf("%s, submitted again, is %s", address, got.Encode())
		}
	}
	return n
}

// TestWrongPlaceIsSaidOnAUsablePage: an address of a line that is not stored shows the newest lines, and says so.
func TestWrongPlaceIsSaidOnAUsablePage(t *testing.T) {
	t.Parallel()
	m, run := printing(t)
	for _, at := range []string{"zzz", run + ":99x", "nosuchrun:1"} {
		page := m.do("GET", "/p/shop/logs?at="+url.QueryEscape(at), "").body
		if text := texts(page); !strings.Contains(text, "is not stored. These are the newest lines.") ||
			!strings.Contains(text, "no route") {
			t.Errorf("%s: %s", at, text)
		}
	}
}
