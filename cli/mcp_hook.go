package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/base/home"
	"devservers/app/base/words"
	"devservers/app/project/code"
	"devservers/cli/agents"
	"devservers/cli/client"
)

func hookCommand(p *Program) *cobra.Command {
	name := ""
	cmd := &cobra.Command{
		Use:   "hook --client NAME",
		Short: "Answer a hook of a client",
		Long: `Read a hook's call on standard input and answer it, as mcp install --hooks sets it up.

When the model says that it is done, it is stopped once for each error that an edit has caused, and told where it is.
A shell command that starts a declared server is refused, with the tool to use instead. When a session begins in a git
worktree of a registered project, what worktree: declares is set up there, as devservers setup does. In all other cases,
also if the manager doesn't run or doesn't answer within 2s, nothing is printed and nothing is stopped.`,
		Args: atMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error { return answerHook(cmd.Context(), p, name) },
	}
	cmd.Flags().StringVar(&name, "client", "", "the client: "+strings.Join(agents.HooksOf(), ", "))
	return cmd
}

// The bounds of a hook: the client waits for it, and the program's own start takes time.
const (
	hookTime  = 1800 * time.Millisecond
	hookInput = 1 << 20
)

// answerHook prints a refusal, or nothing. A hook never fails: an error of ours must not stop a person's agent.
func answerHook(ctx context.Context, p *Program, name string) error {
	c, ok := agents.Find(name)
	if !ok || !c.HasHooks() {
		return unknown("client", name, agents.HooksOf())
	}
	input, err := io.ReadAll(io.LimitReader(p.In, hookInput))
	if err != nil {
		return nil
	}
	call, err := c.ReadHook(input)
	if err != nil || !call.Known {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, hookTime)
	defer cancel()
	if reason := hookReason(ctx, p, call); reason != "" {
		return json.NewEncoder(p.Out).Encode(c.Refusal(call.Point, reason))
	}
	return nil
}

// hookReason returns why a hook stops what it was asked about, or "".
func hookReason(ctx context.Context, p *Program, call agents.HookCall) string {
	c, running, err := p.running()
	if err != nil || !running {
		return ""
	}
	if filepath.IsAbs(call.Dir) {
		p.Cwd = call.Dir
	}
	if call.Point == agents.Begun {
		return setUpWorktree(ctx, p, c)
	}
	s, err := p.inside(ctx, c)
	if err != nil || s.Current == "" {
		return ""
	}
	if call.Point == agents.BeforeShell {
		return useTool(s.project(s.Current), call.Command)
	}
	return brokenEdit(ctx, p, s, call.Session)
}

// useTool returns what to do instead of a shell command that starts a declared server.
func useTool(v app.ProjectView, command string) string {
	for _, part := range strings.FieldsFunc(command, func(r rune) bool { return strings.ContainsRune("&|;\n", r) }) {
		started := essence(part)
		for _, st := range v.Servers {
			if !st.Unmanaged && len(started) > 0 && slices.Equal(started, essence(st.Command)) {
				return fmt.Sprintf("%s is declared in devservers.yml: call start_server with server=%s (or run devservers start "+
					"%[1]s), which waits until it is ready and returns its URL; it is safe to repeat", st.Ref(), st.Ref())
			}
		}
	}
	return ""
}

// essence returns the words of a command that say what it starts: without what runs it in the background, variables,
// options and ports.
func essence(command string) (list []string) {
	for _, w := range code.Words(command) {
		name, _, assigns := strings.Cut(w, "=")
		switch {
		case slices.Contains([]string{"--help", "-h", "--version", "-V"}, w): // it starts nothing
			return nil
		case w == "--" || w == ">" || strings.HasPrefix(w, ">") || strings.HasPrefix(w, "2>"):
			return list
		case len(list) == 0 && (w == "nohup" || w == "exec" || w == "time" || assigns && !strings.Contains(name, "/")):
		case strings.HasPrefix(w, "-") || strings.Contains(w, "$") || strings.Trim(w, "0123456789.:") == "":
		default:
			list = append(list, w)
		}
	}
	return list
}

// brokenEdit returns what the last edit broke, once for each error in a session.
func brokenEdit(ctx context.Context, p *Program, s *Session, session string) string {
	var page app.EditPage
	wait := hookTime - 400*time.Millisecond
	err := s.Client.Call(ctx, client.Request{Method: http.MethodGet, Path: client.ProjectPath(s.Current) + "/edit",
		Query: url.Values{"timeout": {wait.String()}}, Wait: wait}, &page)
	if err != nil || page.Edit == nil || page.State != app.VerdictBroken {
		return ""
	}
	var places, keys []string
	for _, v := range page.Verdicts {
		if v.State != app.VerdictBroken || v.Before {
			continue
		}
		place, key := v.Server, v.Server
		for _, e := range append(v.New, v.Again...) {
			key += " " + e.Fingerprint
			if e.File != "" && place == v.Server {
				place += fmt.Sprintf(" (at %s:%d)", words.Clean(e.File, 200), e.Line)
			}
		}
		places, keys = append(places, place), append(keys, key)
	}
	if len(places) == 0 || !firstTime(p, session+"\x00"+strings.Join(keys, "\x00")) {
		return ""
	}
	return "the edit of " + words.Clean(strings.Join(page.Edit.Files, ", "), 300) + " broke " +
		strings.Join(places, ", ") +
		". Call check_edit (or run devservers check), fix it, or tell the user why it stays broken"
}

// hooksKept bounds how many errors are remembered.
const hooksKept = 200

// firstTime reports whether a hook has not stopped a session for this before, and remembers it. If it can't be
// remembered, it is not the first time: nothing stops an agent again and again.
func firstTime(p *Program, key string) (first bool) {
	dirs, err := p.findDirs()
	if err != nil {
		return false
	}
	sum := sha256.Sum256([]byte(key))
	key = hex.EncodeToString(sum[:8])
	store := home.OpenStore[[]string](filepath.Join(dirs.State, "agent-hooks.json"), home.Write)
	err = store.Change(func(list *[]string) error {
		if first = !slices.Contains(*list, key); first {
			*list = append((*list)[max(0, len(*list)-hooksKept+1):], key)
		}
		return nil
	})
	return first && err == nil
}
