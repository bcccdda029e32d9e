package web

import (
	"encoding/hex"
	"regexp"
	"strings"
	"testing"

	"devservers/app"
)

// texts returns a page without its elements.
func texts(page string) string {
	page = regexp.MustCompile(`(?s)<[^>]*>`).ReplaceAllString(page, "")
	return strings.Join(strings.Fields(page), " ")
}

func TestActivityTellsHowRequestsWent(t *testing.T) {
	m := serve(t)
	m.addTask("  fail: {command: FC crash 7 the database is missing}\n")
	m.ask("/api/projects/shop/tasks/paint/run", "")
	m.waitFor("/api/projects/shop/tasks/paint", "exit")
	_ = m.do("POST", "/api/projects/shop/tasks/fail/run", "")
	m.waitFor("/api/projects/shop/tasks/fail", "exit")
	m.o.History.Read(app.Actor{Kind: "mcp", Client: "claude-code"}, "Read errors", "shop/web")
	m.o.History.Read(app.Actor{Kind: "mcp", Client: "claude-code"}, "Read logs", "shop/web")
	_ = m.do("POST", "/api/projects", `{"path":"/no/such/directory"}`)
	page := texts(m.do("GET", "/activity", "").body)
	for _, want := range []string{"could not add a project: ", "ran the task shop/paint", "ran the task shop/fail",
		"trouble:A script", "exited with code", "Claude Code read 2 times: read errors 1, read logs 1, of shop/web"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing: %s", want, page)
		}
	}
	if page := texts(m.do("GET", "/activity?trouble=1", "").body); strings.Contains(page, "ran the task shop/paint") ||
		!strings.Contains(page, "ran the task shop/fail") {
		t.Errorf("%s", page)
	}
	if page := texts(m.do("GET", "/activity?actor=me", "").body); strings.Contains(page, "Claude") {
		t.Errorf("%s", page)
	}
}

func TestActivityIsLive(t *testing.T) {
	m := serve(t)
	events := m.listenTo("/stream?on=activity&activity=", "")
	nextEvent(t, events, `id="activity"`)
	m.ask("/api/projects/shop/tasks/paint/run", "")
	nextEvent(t, events, `id="activity"`, "shop/paint")
}

const records = `{"level":"error","msg":"no route","code":"ECONNREFUSED","user":{"id":8812},"at":"devservers.yml:2"}` +
	"\nlevel=info msg=between\n" +
	"Traceback (most recent call last):\n  File \"devservers.yml\", line 3, in <module>\n    <script>alert(1)</script>\n" +
	"ZeroDivisionError: <b>\n" +
	"level=info msg=fine href=javascript:alert(1)\n"

// lineRow matches the beginning of a line on a page.
var lineRow = regexp.MustCompile(`<div class="l[ "]`)

// addTask declares another task of the project shop.
func (m *manager) addTask(line string) {
	m.t.Helper()
	m.home.Project("shop", shopFile+line)
}

// printing is a manager with a task that has printed records.
func printing(t *testing.T) (*manager, string) {
	t.Helper()
	m := serve(t, func(o *Options) { o.Editor = func() string { return "zed" } })
	m.addTask("  records: {command: FC bytes " + hex.EncodeToString([]byte(records)) + "}\n")
	m.ask("/api/projects/shop/tasks/records/run", "")
	m.waitFor("/api/projects/shop/tasks/records", "exit")
	var st app.Status
	m.get("/api/projects/shop/tasks/records", &st)
	return m, st.Run
}

func TestLogsShowRecordsAndErrors(t *testing.T) {
	m, run := printing(t)
	page := m.do("GET", "/p/shop/logs?server=shop/records", "").body
	text := texts(page)
	for _, want := range []string{"error no route code=ECONNREFUSED user.id=8812", "ZeroDivisionError: &lt;b&gt;",
		"4 lines", "info fine href=javascript:alert(1)"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing: %s", want, text)
		}
	}
	if !strings.Contains(page, `href="zed://file/`) || strings.Contains(page, `href="javascript:`) ||
		strings.Contains(page, "<script>alert") {
		t.Errorf("%s", page)
	}
	for filter, want := range map[string]int{"level=error": 5, "q=code%3DECONNREFUSED": 1, "q=code%3AEC*": 1, "q=code%3Dx": 0,
		"q=server%3Arecords+fine": 1,
		"q=fine":                  1, "runs=newest": 7, "q=level%3A%3E%3Derror+user.id%3D8812": 1} {
		page := m.do("GET", "/p/shop/logs?server=shop/records&fold=0&"+filter, "").body
		if n := len(lineRow.FindAllString(page, -1)) - strings.Count(page, " headline"); n != want {
			t.Errorf("%s: %d lines", filter, n)
		}
	}
	line := m.do("GET", "/p/shop/logs/line?line="+run+":1", "").body
	for _, want := range []string{"no route", "user.id", "8812", "Open in editor", "q=code%3AECONNREFUSED",
		`&#34;level&#34;:&#34;error&#34;`} {
		if !strings.Contains(line, want) {
			t.Errorf("%q is missing: %s", want, line)
		}
	}
	if got := m.do("GET", "/p/shop/logs/line?line="+run+":99", ""); !strings.Contains(got.body, "no longer stored") {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	if block := texts(m.do("GET", "/p/shop/logs/line?line="+run+":4", "").body); !strings.Contains(block,
		"Traceback (most recent call last)") || !strings.Contains(block, "devservers.yml:3") {
		t.Errorf("%s", block)
	}
}

func TestStripCountsErrors(t *testing.T) {
	m, _ := printing(t)
	got := m.do("GET", "/p/shop/logs/strip?server=shop/records", "")
	if text := texts(got.body); !strings.Contains(text, "2 errors") && !strings.Contains(text, "2errors") {
		t.Errorf("%s", got.body)
	}
	if got.Header.Get("X-From") == "" || !strings.Contains(got.body, "Errors at") {
		t.Errorf("%v %s", got.Header, got.body)
	}
	if got := m.do("GET", "/p/shop/logs/strip?since=never", ""); got.StatusCode != 400 {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
}
