package web

import (
	"bufio"
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/web/guard"
	"devservers/views"
)

// listenTo opens a page's stream and gives its events, each with its lines, until the test ends.
func (m *manager) listenTo(path, lastEventID string, edit ...func(*http.Request)) <-chan string {
	m.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r, err := http.NewRequestWithContext(ctx, "GET", m.origin("127.0.0.1")+path, nil)
	if err != nil {
		m.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+testToken)
	r.Header.Set("Last-Event-ID", lastEventID)
	for _, f := range edit {
		f(r)
	}
	transport := &http.Transport{}
	answer, err := transport.RoundTrip(r)
	if err != nil {
		m.t.Fatal(err)
	}
	events, over := make(chan string), make(chan struct{})
	go func() {
		defer close(over)
		defer close(events)
		var event strings.Builder
		lines := bufio.NewScanner(answer.Body)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			if lines.Text() != "" {
				event.WriteString(lines.Text() + "\n")
				continue
			}
			select {
			case events <- event.String():
			case <-ctx.Done():
				return
			}
			event.Reset()
		}
	}()
	m.t.Cleanup(func() { cancel(); answer.Body.Close(); <-over; transport.CloseIdleConnections() })
	return events
}

// nextEvent waits for the first event that contains all texts, and gives it.
func nextEvent(t *testing.T, events <-chan string, texts ...string) string {
	t.Helper()
	limit := time.After(patience)
	for {
		select {
		case e, ok := <-events:
			if !ok {
				t.Fatalf("the stream is over before %q", texts)
			}
			found := true
			for _, text := range texts {
				found = found && strings.Contains(e, text)
			}
			if found {
				return e
			}
		case <-limit:
			t.Fatalf("%q did not come", texts)
		}
	}
}

func TestPageStreamSendsStateThenChanges(t *testing.T) {
	t.Parallel()
	m := serve(t)
	events := m.listenTo("/stream?on=rows&project=shop", "")
	first := nextEvent(t, events, `id="boards"`)
	for _, name := range []string{"web", "chat", "bad", "lines"} {
		if !strings.Contains(first, views.RowID(app.Ref{Project: "shop", Name: name})) {
			t.Errorf("%s is not among the first rows", name)
		}
	}
	m.ask(servers+"chat/start", "")
	changed := nextEvent(t, events, views.RowID(app.Ref{Project: "shop", Name: "chat"}), ">ready<")
	if strings.Contains(changed, views.RowID(app.Ref{Project: "shop", Name: "web"})) {
		t.Errorf("a row that is as before came again:\n%s", changed)
	}
	m.do("POST", servers+"bad/start", "")
	nextEvent(t, events, "event: tab", "✗ 1 · ", "icon-trouble")
}

func TestOnlyOwnPagesCanSendForms(t *testing.T) {
	t.Parallel()
	m := serve(t)
	c := m.signIn()
	form := header("Content-Type", "application/x-www-form-urlencoded")
	post := func(path string, edits ...func(*http.Request)) int {
		return m.do("POST", path, "a=b", append([]func(*http.Request){form}, edits...)...).StatusCode
	}
	if got := post("/p/shop/chat/pin", cookie(c), m.onUI,
		header("Origin", m.origin(guard.UIHost))); got != http.StatusSeeOther {
		t.Errorf("an own form: %d", got)
	}
	for name, got := range map[string]int{
		"a neighbour's":  post("/p/shop/chat/pin", cookie(c), m.onUI, header("Origin", "http://localhost:3000")),
		"nobody's":       post("/p/shop/chat/pin", anonymous, m.onUI),
		"to the API":     post(servers+"chat/pin", cookie(c), m.onUI),
		"with the token": post("/p/shop/chat/pin"),
		"to /login":      post("/login", cookie(c), m.onUI),
	} {
		if got < 400 {
			t.Errorf("a form %s is taken: %d", name, got)
		}
	}
}
