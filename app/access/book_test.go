package access

import (
	"context"
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/reading/edits"
	"devservers/app/reading/why"
	"devservers/tests/apptest"
)

var agent = app.Actor{Kind: app.ActorMCP, Client: "some agent"}

func shop(t *testing.T) (*Permits, *apptest.World, app.Ref) {
	w := apptest.New(t)
	id := w.Project("shop", "servers:\n  web: {command: FC echo, port: 8123, env: {DEBUG: \"0\", NODE_OPTIONS: \"\"}, "+
		"env_file: vars}\n  api: {command: FC echo, port: 8124}\n")
	w.Files("shop", map[string]string{"vars": "FROM_FILE=1\n", ".env.example": "IN_EXAMPLE=\n"})
	return NewPermits(w.Sup, why.New(w.Sup, edits.New(w.Sup, "", nil))), w, app.Ref{Project: id, Name: "web"}
}

func set(pairs ...string) app.Change {
	c := app.Change{SetEnv: map[string]string{}, Reason: "try"}
	for _, pair := range pairs {
		name, value, _ := strings.Cut(pair, "=")
		c.SetEnv[name] = value
	}
	return c
}

// TestAgentsSetWhatIsDeclared: in devservers.yml, an env file, its example or a finding.
func TestAgentsSetWhatIsDeclared(t *testing.T) {
	t.Parallel()
	b, _, web := shop(t)
	for _, name := range []string{"DEBUG", "FROM_FILE", "IN_EXAMPLE"} {
		if _, err := b.Add(context.Background(), web, set(name+"=1"), agent); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if list := b.Waiting(); len(list) != 0 {
		t.Errorf("%+v", list)
	}
}

// TestOtherVariablesWaitForAPerson: also declared ones that load code.
func TestOtherVariablesWaitForAPerson(t *testing.T) {
	t.Parallel()
	b, _, web := shop(t)
	for i, c := range []app.Change{set("UNKNOWN=1"), set("NODE_OPTIONS=--require /x.js"),
		set("NAPI_RS_NATIVE_LIBRARY_PATH=/x.js"), set("DEBUG=1", "LD_PRELOAD=/x.so"), {UnsetEnv: []string{"PATH"},
			Reason: "try"}} {
		for range 2 {
			_, err := b.Add(context.Background(), web, c, agent)
			if e := apptest.Failure(t, err, app.CodeNeedsHuman); !strings.Contains(e.Hint, "/waiting") {
				t.Errorf("%+v: %+v", c, e)
			}
		}
		if list := b.Waiting(); len(list) != i+1 {
			t.Errorf("%+v: %d wait", c, len(list))
		}
	}
	if _, err := b.Add(context.Background(), web, set("UNKNOWN=1"), apptest.Me); err != nil {
		t.Errorf("a person: %v", err)
	}
}

// TestAllowedChangeIsTheAgents: with a person's click it is made, once.
func TestAllowedChangeIsTheAgents(t *testing.T) {
	t.Parallel()
	b, _, web := shop(t)
	_, _ = b.Add(context.Background(), web, set("UNKNOWN=1"), agent)
	asked, err := b.Take(b.Waiting()[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	o, err := b.Allow(asked)
	if err != nil || len(o.Patches) != 1 || o.Patches[0].By.Client != agent.Client {
		t.Errorf("%+v %v", o, err)
	}
	if _, err := b.Take(asked.ID); err == nil || len(b.Waiting()) != 0 {
		t.Errorf("%v %+v", err, b.Waiting())
	}
}

// TestAnsweredRequestIsNotAskedAgain: while a click takes effect, the same request is that one.
func TestAnsweredRequestIsNotAskedAgain(t *testing.T) {
	t.Parallel()
	b, _, web := shop(t)
	first := apptest.Failure(t, b.Type(web, agent), app.CodeNeedsHuman).Permit
	asked, err := b.Take(first)
	if err != nil {
		t.Fatal(err)
	}
	again := apptest.Failure(t, b.Type(web, agent), app.CodeNeedsHuman).Permit
	if again != asked.ID || len(b.Waiting()) != 0 {
		t.Errorf("%s was answered, %s is asked, %+v", first, again, b.Waiting())
	}
}

// TestInvalidChangesDoNotWait: a person would allow what can't be done.
func TestInvalidChangesDoNotWait(t *testing.T) {
	t.Parallel()
	b, w, web := shop(t)
	_, manager, _ := strings.Cut(strings.TrimPrefix(w.Sup.View().URL, "http://"), ":")
	for _, c := range []app.Change{set("A B=1"), {SetEnv: map[string]string{"UNKNOWN": "1"}}, {Port: "80", Reason: "r"},
		{Port: "8124", Reason: "r"}, {Port: manager, Reason: "r"}} {
		_, err := b.Add(context.Background(), web, c, agent)
		apptest.Failure(t, err, app.CodeInvalid)
	}
	if list := b.Waiting(); len(list) != 0 {
		t.Errorf("%+v", list)
	}
	if _, err := b.Add(context.Background(), web, app.Change{Port: "8123", Reason: "r"}, agent); err != nil {
		t.Errorf("its own port: %v", err)
	}
}

// TestRequestsAreBounded: an agent can't fill the manager's memory.
func TestRequestsAreBounded(t *testing.T) {
	t.Parallel()
	b, _, web := shop(t)
	for i := range mostWaiting + 5 {
		_, _ = b.Add(context.Background(), web, set("UNKNOWN_"+string(rune('A'+i))+"=1"), agent)
	}
	if list := b.Waiting(); len(list) != mostWaiting {
		t.Errorf("%d wait", len(list))
	}
}
