package evidence

import (
	"context"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/app/digest"
	"devservers/app/engine/machine"
)

// Many dev servers look at a file only when somebody requests it. So when a caller wants a verdict, and only then, one
// page of each server is requested.

const (
	userAgent     = "devservers (check of an edit)"
	acceptPage    = "text/html,application/xhtml+xml,*/*;q=0.8"
	answerTime    = 30 * time.Second // a page that has to be compiled first may take long
	idleTime      = 7 * time.Second  // but not that of a server that rests meanwhile
	moduleTime    = time.Second      // nor a module of a server that is not known to have any
	knownTime     = 2 * time.Second  // nor one that was answered before, unless it took long then
	busyTimes     = 8                // as long if the server computes
	lastMoment    = time.Second      // before the end of the caller's patience
	answerBytes   = 64 << 10         // of a page that are read
	saidLength    = 200              // of what a bad answer says
	mostRedirects = 10
)

// client uses no proxy and keeps no connection. What it requests doesn't count as use.
var client = &http.Client{
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	Transport:     &http.Transport{DialContext: machine.Dial, DisableKeepAlives: true},
}

// Asking is what to request of a server.
type Asking struct {
	URL       string
	Dir, Root string // the directories of the server and of the project
	Edit      app.Edit
	Page      string              // any page
	Served    []string            // pages that were answered well last
	Only      bool                // request only the page
	Known     func(string) Answer // how a path was answered before
	Vite      bool                // it loads modules on request for sure
	See       func() Sight        // what its processes show

	Reader  int                // below which process edited files are read; 0: by any
	Modules []string           // where the edited module may be, most likely first
	Others  []*app.EditRequest // the good answers about Served
	base    string             // what the paths of Vite begin with
	socket  string             // the path of its channel, "" = unknown
}

// Answer is how a page was answered; the zero value: unknown.
type Answer struct {
	Path    string        `json:"path"`
	Status  int           `json:"status"`
	Took    time.Duration `json:"took"`
	Channel string        `json:"channel,omitempty"` // the path of the one that was asked
	Keys    []string      `json:"keys,omitempty"`    // the errors that it reported
}

// Reads begins to watch whether the server opens an edited file.
func (a *Asking) Reads() *process.Reads { return process.WatchReads(a.Edit.Paths(a.Root), a.Reader) }

// Send sends the requests, and asks the server over its own channel, if it has one. It returns the answer that counts.
func (a *Asking) Send(ctx context.Context) *app.EditRequest {
	if known := a.Known(ofChannel).Channel; a.Vite && strings.HasSuffix(known, "/") {
		a.socket, a.base = known, strings.TrimSuffix(known, "/")
	}
	from := time.Now()
	got := a.try(ctx)
	if m := viteClients().FindSubmatch(got.Body); got.Page && m != nil && a.socket != string(m[1])+"/" {
		a.Vite, a.base, a.socket = true, string(m[1]), string(m[1])+"/"
		got = a.try(ctx)
	}
	got.Body, got.From = nil, from
	for _, q := range a.Others {
		if q.Status == got.Status {
			got.Others = append(got.Others, q.Path)
		}
	}
	return got
}

// try sends the requests with what is known of the server.
func (a *Asking) try(ctx context.Context) *app.EditRequest {
	heard := func(*app.EditRequest) {}
	if a.Modules = nil; !a.Only {
		a.Modules = modules(a.Dir, a.Root, a.base, a.Edit, a.Vite)
	}
	if a.socket != "" {
		heard = a.listen(ctx, a.socket, "vite-hmr")
	}
	got := a.send(ctx)
	heard(got)
	a.consult(ctx, got)
	return got
}

// send sends the requests: for the module, and if that is good or not one of the server's, for a page, which a server
// may render itself. It returns the answer about the page, unless the module fails.
func (a *Asking) send(ctx context.Context) *app.EditRequest {
	module := a.module(ctx)
	if module != nil && !module.OK() {
		return module
	}
	got := a.page(ctx)
	switch {
	case module == nil:
	case got.Status >= 400 && got.Status < 500:
		return module
	default:
		got.Module = module.Path
	}
	return got
}

// page requests the page that the edited file makes, or else those that were served before, and then any. It returns
// the answer for which the server opened an edited file, or that became an error, or else the last one. Pages that were
// never answered well to us may need a login, and aren't requested: they would print errors. One that is gone may be of
// a thing that somebody deleted.
func (a *Asking) page(ctx context.Context) *app.EditRequest {
	if own := route(a.Edit.Files); own != "" && !a.Only {
		got, loaded := a.load(ctx, own, idleTime)
		if got.Status < 400 || got.Status >= 500 || loaded || own == a.Page {
			return got
		}
	}
	a.Others = nil
	for _, path := range a.Served {
		if was := a.Known(path).Status; a.Only || path == a.Page || was < 200 || was >= 400 {
			continue
		}
		got, loaded := a.load(ctx, path, moduleTime)
		switch {
		case got.OK() && loaded, got.Failed() && (got.Status == 0 || got.Status >= 500):
			return got
		case got.OK():
			a.Others = append(a.Others, got)
		}
	}
	return a.get(ctx, a.Page, acceptPage, idleTime)
}

// load requests a page, and reports whether the server opened an edited file meanwhile.
func (a *Asking) load(ctx context.Context, path string, patient time.Duration) (got *app.EditRequest, loaded bool) {
	reads := a.Reads()
	defer reads.Close()
	got = a.get(ctx, path, acceptPage, patient)
	return got, reads.Any()
}

// module requests the edited module where it may be. It returns the answer of a server that has it, or fails to make
// it; nil: the server has no such module. An error counts only if the server opened the file, or is of a tool that is
// known: others may answer so to any unknown address.
func (a *Asking) module(ctx context.Context) *app.EditRequest {
	for _, path := range a.Modules {
		reads := a.Reads()
		got := a.get(ctx, path, "*/*", moduleTime)
		opened := reads.Any() || a.Vite
		reads.Close()
		switch {
		case got.Status >= 500 && opened, got.Status == 0 && a.Vite:
			return got
		case got.Page && (a.Known(path).Status == 200 || got.Status == 200 && strings.HasPrefix(path, a.base+"/@fs/")):
			got.Bad, got.Again, got.Said = true, true, "it is a page, not code"
			return got
		case got.Status == 0: // nor will it answer for another
			return nil
		case got.Status >= 200 && got.Status < 300 && (got.Script || a.Vite && !got.Page):
			if text := process.Misspelled(ctx, got.Body); text != "" {
				got.Bad, got.Again, got.Said = true, true, text
			}
			return got
		}
	}
	return nil
}

// get requests a path, for as long as an answer may take: patient, if it is not known how long it took before.
func (a *Asking) get(ctx context.Context, path, accept string, patient time.Duration) *app.EditRequest {
	limited, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	known := a.Known(path)
	since := time.Now()
	switch {
	case a.Vite:
		patient = idleTime
	case known.Status != 0:
		patient = max(knownTime, 10*known.Took)
	}
	late, rested := false, since
	answer := make(chan *app.EditRequest, 1)
	go func() { answer <- get(limited, a.URL, path, accept) }()
	end, bounded := ctx.Deadline()
	for {
		select {
		case got := <-answer:
			got.Was, got.Again = known.Status, late && got.Status == 0
			got.Unsure = got.Unsure || got.Status == 0 && limited.Err() != nil && !late
			return got
		case <-time.After(lookEvery):
		}
		passed, sight := time.Since(since), a.See()
		if patient != moduleTime && sight.Busy { // only rest counts
			rested = time.Now()
		}
		deaf := !sight.Waits.IsZero() && !sight.Young && !sight.Busy && time.Since(sight.Waits) >= knownTime
		late = late || deaf || time.Since(rested) >= patient || known.Status != 0 && passed >= busyTimes*patient
		if late || bounded && time.Until(end) < lastMoment && passed >= lastMoment {
			cancel()
		}
	}
}

// Fixes returns which errors a good answer shows to be fixed: those in the module that was requested. Those of a page
// are known to pages.
func (a *Asking) Fixes(got *app.EditRequest) func(digest.Error) bool {
	return func(e digest.Error) bool {
		of := slices.ContainsFunc(a.Modules, func(m string) bool {
			return (got.Path == m || got.Module == m) && strings.HasSuffix(m, "/"+filepath.Base(e.File))
		})
		return got.OK() && e.File != "" && of && (e.Kind == "vite" || e.Kind == "esbuild")
	}
}
