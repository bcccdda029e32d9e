package evidence

import (
	"context"
	"encoding/json"
	"html"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
)

// Some dev servers tell pages over a channel of their own what they think of the code. Where that channel is stands in
// what they answer: in a page, or in its scripts. What is reported there needs no output.

// channel is where a server reports the errors of its build.
type channel struct {
	path string
	ask  func(ctx context.Context, base, path string) (buildReport, bool) // false: nothing is known
}

// buildReport is what a server said about its code.
type buildReport struct {
	errors []reported
	whole  bool // they are of one build, which fails with any of them
}

// reported is an error as servers send it; each has some of these fields.
type reported struct {
	Message, Title           string
	ModuleName, ID, FilePath string
	Severity                 string
}

const (
	mostScripts = 4       // of a page that are searched for a channel
	scriptBytes = 4 << 20 // of each, and of a message
)

var (
	scriptTags  = words.Lazy(`<script[^>]+src=["']?(/[^/"'\s>][^"'\s>]*|[\w.][^:"'\s>]*)`)
	issueLists  = words.Lazy(`["'](/[\w/.-]*)?/_next/static/`)
	overlays    = words.Lazy(`\?protocol=[\w%]+&hostname=[^&"'\s]*&port=(\d+)&pathname=(%2F[^&"'\s\\]+)`)
	viteClients = words.Lazy(`src=["']?(/[\w/.-]*)?/@vite/client`)
)

// channelOf returns the channel that a page, or one of its scripts, names; nil = none.
func channelOf(ctx context.Context, base string, page *app.EditRequest) *channel {
	u, err := url.Parse(base)
	if err != nil || !page.Page {
		return nil
	}
	if m := issueLists().FindSubmatch(page.Body); m != nil {
		return &channel{string(m[1]) + "/_next/mcp", askIssues}
	}
	for _, m := range scriptTags().FindAllSubmatch(page.Body, mostScripts) {
		script := html.UnescapeString(string(m[1]))
		if !strings.HasPrefix(script, "/") {
			script = path.Join(path.Dir(page.Path), script)
		}
		if strings.HasPrefix(script, "/") {
			code := getUpTo(ctx, base, script, "*/*", scriptBytes).Body
			found := overlays().FindSubmatch(code)
			if found == nil || string(found[1]) != u.Port() && string(found[1]) != "0" {
				continue
			}
			if at, err := url.PathUnescape(string(found[2])); err == nil {
				return &channel{at, askOverlay}
			}
		}
	}
	return nil
}

// consult adds what the server reports over its channel to a good answer.
func (a *Asking) consult(ctx context.Context, got *app.EditRequest) {
	ch := channelOf(ctx, a.URL, got)
	if ch == nil || !got.OK() {
		return
	}
	if said, ok := ch.ask(ctx, a.URL, ch.path); ok {
		a.take(got, ch.path, said)
	}
}

// take notes a report. An error counts if it is in an edited file, or was not there in the last good state; without
// one, if the build fails with it.
func (a *Asking) take(got *app.EditRequest, path string, said buildReport) {
	got.Channel, got.Keys = path, []string{}
	before := a.Known(ofChannel)
	for _, e := range said.errors {
		if e.Severity == "warning" || e.Severity == "info" {
			continue
		}
		key := oneLine(strings.TrimPrefix(e.file()+": "+strings.TrimSpace(e.Message+e.Title), ": "))
		got.Keys = append(got.Keys, key)
		if !e.in(a.Edit.Paths(a.Root)) && (before.Status == 0 && !said.whole || slices.Contains(before.Keys, key)) {
			continue
		}
		if got.Reports++; got.Reports == 1 {
			got.Said = key
		}
	}
	got.Bad = got.Bad || got.Reports > 0
}

// file returns the file of the error, as the server names it, without what isn't a path.
func (e reported) file() string {
	name := e.ModuleName + e.FilePath
	if name == "" {
		name = e.ID
	}
	name = name[strings.LastIndexByte(name, '!')+1:]
	name, _, _ = strings.Cut(name, "?")
	return strings.TrimPrefix(strings.TrimPrefix(name, "[project]/"), "./")
}

// in reports whether the error is in one of these files.
func (e reported) in(files []string) bool {
	name := e.file()
	return name != "" && slices.ContainsFunc(files, func(f string) bool {
		return f == name || strings.HasSuffix(f, "/"+filepath.Base(name)) &&
			strings.HasSuffix(f, strings.TrimLeft(name, "./"))
	})
}

// decodeErrors reads errors, which may be texts or values.
func decodeErrors(data json.RawMessage) (list []reported) {
	var all []json.RawMessage
	_ = json.Unmarshal(data, &all)
	for _, one := range all {
		var e reported
		if json.Unmarshal(one, &e.Message) != nil {
			_ = json.Unmarshal(one, &e) // what it lacks stays empty
		}
		list = append(list, e)
	}
	return list
}
