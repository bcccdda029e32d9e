//go:build real

package edits

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"

	"devservers/app"
	"devservers/app/reading/evidence"
	"devservers/tests/apptest"
)

// pageSite is a site whose page has a script of the project, and which a browser opens.
type pageSite struct {
	*site
	mu     sync.Mutex
	script string
}

func newPageSite(t *testing.T, check string) *pageSite {
	p := &pageSite{site: newSite(t, check)}
	p.http.Config.Handler = p
	b := evidence.NewBrowser(p.Dirs.State)
	t.Cleanup(b.Close)
	p.edits.OpenWith(b.Open)
	return p
}

func (p *pageSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch r.URL.Path {
	case "/", "/cart":
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<!doctype html><h1>Shop</h1><script src="/app.js"></script>`)
	case "/app.js":
		_, _ = os.ReadFile(p.dir + "/app.js")
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprint(w, p.script)
	default:
		http.NotFound(w, r)
	}
}

// change edits the script.
func (p *pageSite) change(script string) {
	p.T.Helper()
	p.mu.Lock()
	p.script = script
	p.mu.Unlock()
	p.edit("app.js")
}

func (p *pageSite) look(path string) app.Verdict {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), apptest.Patience)
	defer cancel()
	page, err := p.edits.AwaitPages(ctx, p.ref.Project, path, p.ref.Name)
	if err != nil || len(page.Verdicts) != 1 {
		p.T.Fatalf("%+v, %v", page, err)
	}
	return page.Verdicts[0]
}

func TestPageInABrowserIsPartOfTheVerdict(t *testing.T) {
	t.Parallel()
	p := newPageSite(t, ", check: {browser: /cart}")
	for _, c := range []struct{ script, state, says string }{
		{"// well", app.VerdictOK, "opened /cart in a browser: no errors"},
		{"fetch('/api/price')", app.VerdictBroken, "1 failed request: 404 Not Found in GET /api/price"},
		{"undefined.price", app.VerdictBroken, "1 exception: Uncaught TypeError"},
		{"// well again", app.VerdictOK, "no errors"},
		{"console.error('no stock')", app.VerdictBroken, "1 console error: no stock in /app.js:1"},
	} {
		p.change(c.script)
		v := p.look("")
		if v.State != c.state || !strings.Contains(v.Message, c.says) || v.Page == nil || v.Page.Path != "/cart" {
			t.Errorf("%s: %s: %s, %+v", c.script, v.State, v.Message, v.Page)
		}
		if info, err := os.Stat(p.edits.Picture(p.ref)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v %v", info, err)
		}
	}
	p.edit("notes.txt")
	if v := p.check(); v.State != app.VerdictBroken {
		t.Errorf("only a load ends it: %s, %s", v.State, v.Message)
	}
}

func TestPageIsOpenedOnDemand(t *testing.T) {
	t.Parallel()
	p := newPageSite(t, "")
	p.change("console.error('always there')")
	if v := p.check(); v.State != app.VerdictOK || v.Page != nil {
		t.Errorf("nobody wanted it: %s, %+v", v.Message, v.Page)
	}
	for range 2 {
		if v := p.look("/"); v.State != app.VerdictNone || !strings.Contains(v.Message, "no earlier load to compare with") {
			t.Errorf("%s: %s", v.State, v.Message)
		}
	}
	if v := p.check(); v.State != app.VerdictOK {
		t.Errorf("what proves nothing stays: %s: %s", v.State, v.Message)
	}
	p.change("console.error('always there') // 2")
	if v := p.look("/"); v.State != app.VerdictOK || !strings.Contains(v.Message, "1 console error as before") {
		t.Errorf("%s: %s", v.State, v.Message)
	}
	p.change("throw new Error('lost')")
	if v := p.look("/"); v.State != app.VerdictBroken || v.Broken == nil {
		t.Errorf("%s: %s", v.State, v.Message)
	}
	p.change("throw new Error('lost') // 2")
	if v := p.check(); v.State != app.VerdictBroken || v.Page == nil {
		t.Errorf("%s: %s", v.State, v.Message)
	}
	p.change("console.error('always there') // 3")
	if v := p.check(); v.State != app.VerdictOK {
		t.Errorf("%s: %s", v.State, v.Message)
	}
}

func TestVerdictSaysThatNoBrowserIsInstalled(t *testing.T) {
	t.Setenv(evidence.BrowserVariable, "/nowhere/chromium")
	p := newPageSite(t, ", check: {browser: /}")
	p.change("// well")
	v := p.look("")
	if v.State != app.VerdictNone || !strings.Contains(v.Message, "can't be run") || v.Page == nil ||
		v.Page.Picture != "" {
		t.Errorf("%s: %s", v.State, v.Message)
	}
}

// TestPageIsWellAgainWithoutAReaction: what the page showed ends with a load that read the edited file.
func TestPageIsWellAgainWithoutAReaction(t *testing.T) {
	t.Parallel()
	p := newPageSite(t, ", check: {browser: /}")
	for range 2 {
		p.change("throw new Error('lost')")
		if v := p.look(""); v.State != app.VerdictBroken {
			t.Errorf("%s: %s", v.State, v.Message)
		}
		p.change("// well")
		if v := p.look(""); v.State != app.VerdictOK || v.Broken != nil {
			t.Errorf("%s: %s", v.State, v.Message)
		}
	}
}
