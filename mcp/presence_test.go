package mcp_test

import (
	"context"
	"testing"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/app/record/history"
)

// run runs the endpoint's own work until end is called; all of it is then in the history.
func (w *world) run() (end func()) {
	ctx, cancel := context.WithCancel(context.Background())
	over := make(chan struct{})
	go func() {
		defer close(over)
		w.endpoint.Run(ctx)
	}()
	end = func() {
		cancel()
		<-over
	}
	w.T.Cleanup(end)
	return end
}

func down(st app.Status) bool { return !st.State.Up() }

func TestServersOfGoneClientAreStoppedIfConfigured(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.settings.KeepAliveOnLLMExit = false
	w.project("shop", shop)
	end := w.run()
	chat, pinned := app.Ref{Project: "shop", Name: "chat"}, app.Ref{Project: "shop", Name: "slow"}
	mine := app.Ref{Project: "shop", Name: "web"}
	_, err := w.Sup.Start(context.Background(), mine, supervisor.StartOptions{Actor: person})
	w.must(err)
	a, b := w.bridge("one"), w.bridge("two")
	a("start_server", "chat")
	a("start_server", "slow")
	b("start_server", "chat")
	_, err = w.Sup.Pin(pinned, true, person)
	w.must(err)
	w.do("DELETE", "/mcp", "", header("X-Devservers-Session", "one"), header("User-Agent", "tester/1"))
	w.endpoint.Look() // the other session is still open: nothing is stopped
	if st, _ := w.Sup.Status(chat); down(st) {
		t.Fatal("it was stopped although a session of its client is open")
	}
	w.do("DELETE", "/mcp", "", header("X-Devservers-Session", "two"), header("User-Agent", "tester/1"))
	w.Until(chat, "stopped", down)
	for _, ref := range []app.Ref{mine, pinned} {
		if st, _ := w.Sup.Status(ref); down(st) {
			t.Errorf("%s was stopped", ref)
		}
	}
	end()
	events, _ := w.history.Query(history.Query{Action: "stop"})
	if len(events) != 1 || events[0].Target != "shop/chat" || events[0].Actor.Client != "tester" {
		t.Errorf("%+v", events)
	}
}

func TestServersOutliveTheirClientByDefault(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", shop)
	w.bridge("one")("start_server", "chat")
	w.do("DELETE", "/mcp", "", header("X-Devservers-Session", "one"), header("User-Agent", "tester/1"))
	w.endpoint.Look()
	if st, _ := w.Sup.Status(app.Ref{Project: "shop", Name: "chat"}); down(st) {
		t.Error("it was stopped")
	}
}

// bridge calls as the stdio bridge does: with its own session besides that of the protocol.
func (w *world) bridge(session string) func(tool, server string) {
	id := w.initialize()
	return func(tool, server string) {
		w.T.Helper()
		got := w.do("POST", "/mcp", `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"`+tool+
			`","arguments":{"server":"`+server+`","timeout_s":1}}}`,
			header("Mcp-Session-Id", id), header("X-Devservers-Session", session), header("User-Agent", "tester/1"))
		if got.StatusCode != 200 {
			w.T.Fatalf("%d %s", got.StatusCode, got.body)
		}
	}
}
