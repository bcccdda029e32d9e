package mcp_test

import (
	"testing"

	"devservers/app/access"
)

// TestTypingNeedsAPersonOncePerServer: also after a restart of the manager.
func TestTypingNeedsAPersonOncePerServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", "servers:\n  chat: {command: FC echo}\n  other: {command: FC echo}\n")
	a := w.agent("/mcp", false)
	a.fails("conflict", "send_input", given{"server": "chat", "text": "hello"})
	a.ok("start_server", given{"project": "shop"})
	a.fails("needs_human", "send_input", given{"server": "chat", "text": "hello"}, "/waiting")
	list := w.permits.Waiting()
	if len(list) != 1 || !list[0].Typing {
		t.Fatalf("%+v", list)
	}
	if _, err := w.permits.Allow(access.PermitRequest{Server: list[0].Server, Typing: true}); err != nil {
		t.Fatal(err)
	}
	a.ok("send_input", given{"server": "chat", "text": "hello"}).says("got hello", "viewer_url")
	w.close(true)
	w.open()
	a.ok("send_input", given{"server": "chat", "text": "again"}).says("got again")
	a.fails("needs_human", "send_input", given{"server": "other", "text": "hello"})
}
