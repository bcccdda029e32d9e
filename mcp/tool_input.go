package mcp

import (
	"time"

	"devservers/app"
	"devservers/app/reading/logs"
	"devservers/app/record/history"
	"devservers/mcp/render"
)

type typing struct {
	ofServer
	Text string `arg:"text" also:"input line" about:"Enter follows it"`
}

var sendInput = taking(tool{
	name: "send_input", title: "Type into a server or task",
	about: "Type a line into the terminal of a running server or task, and see what it prints. A person allows it once " +
		"per server.",
}, (*call).input)

// inputSettles bounds the wait for what a program prints about its input.
const inputSettles = 5 * time.Second

func (c *call) input(a typing) (any, error) {
	st, err := c.Finder.Find(a.Server)
	if err != nil {
		return nil, err
	}
	terminal, err := c.sup.Console(st.Ref())
	if err != nil {
		return nil, app.Failf(app.CodeConflict, c.stepAfter(st), "%s", app.AsError(err, app.CodeConflict).Detail)
	}
	if err := c.o.Permits.Type(st.Ref(), c.caller.Actor()); err != nil {
		return nil, err
	}
	before, err := c.reader.Read(c.ctx, logs.Query{Ref: st.Ref(), Limit: 1})
	if err != nil {
		return nil, err
	}
	details := map[string]any{"bytes": len(a.Text)} // not the text: it may be a secret
	_, err = record(c, history.Input, st.Ref(), details,
		func() (struct{}, error) { return struct{}{}, terminal.Input([]byte(a.Text + "\n")) })
	if err != nil {
		return nil, err
	}
	if _, err := c.waitFor(logs.WaitQuery{Ref: st.Ref(), Until: logs.UntilQuiet, Timeout: inputSettles}); err != nil {
		return nil, err
	}
	return c.printedSince(st, before.Cursor)
}

// printedSince returns the state of a server and what it has printed since a cursor.
func (c *call) printedSince(st app.Status, cursor string) (any, error) {
	now, err := c.sup.Status(st.Ref())
	if err != nil {
		return nil, err
	}
	s := c.stateOf(now)
	run, after, err := app.ParseCursor(cursor)
	if err != nil {
		return s, nil //nolint:nilerr // it had printed nothing
	}
	page, err := c.reader.Read(c.ctx, logs.Query{Ref: st.Ref(), Run: run, After: after, Direction: logs.Forward})
	if err != nil {
		return nil, err
	}
	s.Cursor, s.Output = page.Cursor, render.LastLines(c.maskedLines(page.Lines), 20)
	return s, nil
}
