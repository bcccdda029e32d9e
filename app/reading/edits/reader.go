package edits

import (
	"net/http"
	"slices"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/engine/supervisor"
	"devservers/app/reading/evidence"
	"devservers/app/run/protocol"
	"devservers/app/transcript"
	"devservers/app/transcript/text"
)

// Limits of a reader.
const (
	readStep = 2000    // lines of one read
	readTail = 50_000  // lines before the end of an adopted or finished run that are read
	readLag  = 200_000 // when more lines wait, all but the last readTail are skipped
)

// reader keeps the digest of what one run has printed. Each query brings it up to date.
type reader struct {
	ref     app.Ref
	run     string
	dir     string
	cwd     string // its working directory
	adopted bool   // the run began before this manager

	opened sync.Once
	failed error // why the transcript can't be opened

	mu     sync.Mutex
	log    *transcript.Reader // nil when all of it was read
	d      *digest.Digest
	buf    []byte
	from   int64    // seq of the first line that is read
	old    int64    // seq of the last line printed before this manager adopted the run: what it reports is not news
	read   int64    // seq of the last line that was read
	told   [2]int64 // what changed compared when it was last called
	lost   int64    // lines that were skipped
	lostAt time.Time
	pages  digest.Served
	plain  text.Printed
	last   time.Time // when it printed the last line that was read
	shown  text.BrowserPages
	usual  map[string]evidence.Rate // of the errors from before the last edit
	quiet  *quiet                   // of an adopted run: what its digest doesn't know
	done   bool                     // the run is over, and all of it was read
	ready  bool                     // the digest knows that the run was ready
}

func newReader(sr supervisor.ServerRun, rec protocol.Record, dir string) *reader {
	r := &reader{ref: sr.Ref, run: rec.ID, dir: dir, cwd: rec.Dir, from: 1, d: digest.New(sr.Root, rec.Dir)}
	r.shown = text.BrowserPages{}
	r.d.Stays = func(e digest.Error) bool { return r.shown.Of(e.From, e.Last) != "" }
	r.d.Edited = func(file string, after, before time.Time) bool {
		return evidence.EditedBetween(sr.Root, file, after, before)
	}
	return r
}

// open opens the transcript the first time. The reader begins near the end if the run has printed very much.
func (r *reader) open() error {
	r.opened.Do(func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.log, r.failed = transcript.Open(r.dir); r.failed != nil {
			r.log, r.done = nil, true
			return
		}
		last := r.log.Bounds().Last
		r.read = max(0, last-readTail)
		r.from, r.lost = r.read+1, r.read
		if r.adopted {
			r.old = last
		}
	})
	return r.failed
}

// catchUp reads what was printed, and reports whether the last error may continue. over: the run has ended, so its last
// line is complete.
func (r *reader) catchUp(over bool) (open bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for more := r.log != nil; more; {
		r.skip()
		err := r.log.Pass(r.read, readStep, func(p transcript.Page) { r.take(p, over); more = p.More })
		if err != nil {
			break // the lines were just dropped to stay below the size limit: the next read finds a gap
		}
	}
	if r.quiet != nil && r.log != nil && r.read >= r.old {
		r.d.Flush()
		r.d.EditedAt(r.quiet.Edit)
		r.d.Reacted(r.quiet.Edit, r.quiet.At, evidence.Naming(r.quiet.Files))
		r.quiet = nil
	}
	return r.d.Open()
}

// skip skips lines when very many wait: reading a flood must not cost more than recording it.
func (r *reader) skip() {
	last := r.log.Bounds().Last
	if last-r.read > readLag {
		r.lost, r.lostAt = r.lost+last-readTail-r.read, time.Now()
		r.read = last - readTail
		r.d.Flush()
		r.d.Skipped(r.read)
	}
}

func (r *reader) take(page transcript.Page, over bool) {
	if page.Gap != nil {
		r.read = max(r.read, page.Gap.To)
	}
	for _, l := range page.Lines {
		if l.Partial && !over {
			return
		}
		r.buf = text.AppendPlain(r.buf[:0], l.Text)
		whole := r.shown.Read(l.Seq, r.buf)
		r.d.Add(l.Seq, l.Time, r.buf)
		if whole {
			r.d.End()
		}
		if access := r.pages.Read(l.Time, r.buf, r.d); !access && r.d.Plain() {
			r.plain.Read(l.Time, r.buf)
		}
		r.read, r.last = l.Seq, l.Time
	}
}

// flush completes the last error: nothing more of it comes.
func (r *reader) flush() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.d.Flush()
}

// ended says how the run ended. If the command itself failed, its last lines say why.
func (r *reader) ended(rec protocol.Record) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.log == nil || rec.End == nil || rec.End.Code <= 0 || rec.End.Cause != protocol.CauseNone {
		return
	}
	page, err := r.log.Tail(digest.LastLines)
	if err != nil {
		return // it has no lines any more
	}
	var last []digest.Line
	for _, l := range page.Lines {
		last = append(last, digest.Line{Seq: l.Seq, At: l.Time, Text: text.Plain(l.Text)})
	}
	r.d.Failed(last)
}

// close closes the transcript.
func (r *reader) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.log != nil {
		_ = r.log.Close()
	}
	r.log, r.done = nil, true
}

func (r *reader) isDone() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.done
}

// changed reports whether the digest, or how the server answers, is another one than when this was last called.
func (r *reader) changed() (is bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := [2]int64{r.d.Version(), r.pages.FailsSince().Unix()}
	is, r.told = r.told != now, now
	return is
}

// position returns the last line that was read.
func (r *reader) position() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.read
}

// edited says that files of the project changed. It returns how often each error, by fingerprint, had come before.
func (r *reader) edited(at time.Time) map[string]evidence.Rate {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.d.EditedAt(at)
	r.plain.Edited = at
	r.usual = map[string]evidence.Rate{}
	for _, e := range r.d.Entries() {
		if e.Level != "warn" && e.LastAt.Before(at) && (e.Current() || e.Count > 1) {
			r.usual[e.Fingerprint] = evidence.Rate{Count: e.Count, First: e.FirstAt, Last: e.LastAt}
		}
	}
	return r.usual // never changed, only replaced
}

// isReady says since when the run is ready. It reports whether that is news, and whether the run has no errors.
func (r *reader) isReady(at *time.Time) (news, clean bool) {
	r.mu.Lock()
	known := r.ready || at == nil
	r.ready = at != nil
	r.mu.Unlock()
	if known {
		return false, false
	}
	r.catchUp(false)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.d.Loaded(*at)
	return true, !slices.ContainsFunc(r.d.Entries(), func(e digest.Error) bool { return e.Current() && e.Level != "warn" })
}

// fill adds what was read to m: plain lines as far as they were printed before a moment.
func (r *reader) fill(m *reading, until time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.lostAt.After(m.edit.At) {
		m.skipped = r.lost
	}
	m.serves, m.rates, m.wrong = r.pages.Vite, r.usual, r.plain.Wrong // rates are replaced, never changed
	m.plain = r.plain.Before(until, m.request.Causes)
	if m.lastLine = r.last; m.pause == 0 {
		m.pause, m.rest = r.plain.Pauses(m.edit.At)
	}
}

// served returns which pages the server has served. Its lists are replaced, never changed.
func (r *reader) served() digest.Served {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.pages
}

// answered notes the answer to a request of ours, and the errors that it shows to be fixed.
func (r *reader) answered(edit time.Time, got *app.EditRequest, fixed func(digest.Error) bool) {
	r.catchUp(false)
	r.mu.Lock()
	defer r.mu.Unlock()
	if got.Module != "" {
		r.pages.Note(got.Module, http.StatusOK, got.At, r.d)
	}
	if got.Status != 0 {
		r.pages.Note(got.Path, got.Status, got.At, r.d)
	}
	r.d.Fix(got.At, func(e digest.Error) bool { return e.LastAt.Before(edit) && fixed(e) })
}
