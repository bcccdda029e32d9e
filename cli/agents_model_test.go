//go:build real && agents && linux && amd64

package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// model is a model that does not think: it answers an agent's questions with the steps of a script, in the words of a
// vendor's API, and keeps what the agent told it. It stands for the network too: whatever an agent wants from another
// host goes through it as its proxy, and is refused.
type model struct {
	t     testing.TB
	url   string
	words dialect
	steps []step

	mu      sync.Mutex
	told    []string // what the tools answered, as far as the agent passes it on
	began   int      // steps whose before has been run
	offered []string // the tools that the agent offers
	abroad  []string // hosts that the agent asked for
	asked   []string // the questions of the session
	spoke   int      // how often it said that it is done
}

// step is one call of a tool that the model wants; before is run when it is due.
type step struct {
	tool   string
	args   map[string]any
	before func()
}

// heard is a question to a model: what its tools answered until now, and which it may call.
type heard struct {
	results, tools []string
}

// event is one event of a stream (HTML, section 9.2.5).
type event struct {
	name string // "" = none is written
	data any
}

// dialect is how one vendor's API says it.
type dialect interface {
	hear(question []byte) (heard, error)
	call(name, id string, args map[string]any) []event
	say(text string) []event
}

func newModel(t *testing.T, words dialect, steps ...step) *model {
	m := &model{t: t, words: words, steps: steps}
	s := httptest.NewServer(m)
	t.Cleanup(s.Close)
	m.url = s.URL
	return m
}

func (m *model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	question, err := io.ReadAll(r.Body)
	if r.Method == http.MethodConnect || r.URL.Host != "" {
		m.mu.Lock()
		m.abroad = append(m.abroad, r.Host)
		m.mu.Unlock()
		http.Error(w, "there is no other host", http.StatusForbidden)
		return
	}
	if err != nil || r.Method != http.MethodPost {
		http.NotFound(w, r)
		return
	}
	h, err := m.words.hear(question)
	if err != nil {
		m.t.Errorf("%s: %v: %.2000s", r.URL, err, question)
		return
	}
	answer := m.words.say("An aside.") // titles, checks of the quota: agents ask without tools then
	if len(h.tools) > 0 {
		answer = m.next(h, question)
	}
	send(w, answer)
}

// next is the step that is due: as many are done as tools have answered.
func (m *model) next(h heard, question []byte) []event {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.told, m.offered = h.results, h.tools
	m.asked = append(m.asked, string(question))
	at := len(h.results)
	if at >= len(m.steps) {
		m.spoke++
		return m.words.say("The tool says: " + h.results[at-1])
	}
	if s := m.steps[at]; m.began == at {
		m.began++
		if s.before != nil {
			s.before()
		}
	}
	return m.words.call(m.named(m.steps[at].tool), fmt.Sprintf("call_%d", at+1), m.steps[at].args)
}

// named is the name under which the agent offers the tool.
func (m *model) named(tool string) string {
	if at := slices.IndexFunc(m.offered, func(s string) bool {
		return s == tool ||
			strings.HasSuffix(s, "devservers_"+tool)
	}); at >= 0 {
		return m.offered[at]
	}
	return "mcp__devservers__" + tool
}

func send(w http.ResponseWriter, events []event) {
	w.Header().Set("Content-Type", "text/event-stream")
	for _, e := range events {
		if e.name != "" {
			fmt.Fprintf(w, "event: %s\n", e.name)
		}
		data, _ := json.Marshal(e.data) // maps of strings and numbers: never fails
		fmt.Fprintf(w, "data: %s\n\n", data)
	}
}

// textOf is the text in an answer of a tool: a string, or a list of parts.
func textOf(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var parts []struct{ Text string }
	if json.Unmarshal(raw, &parts) != nil {
		return string(raw)
	}
	for _, p := range parts {
		text += p.Text
	}
	return text
}
