package edits

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/run"
	"devservers/app/supervisor"
	"devservers/app/transcript"
	"devservers/app/transcript/text"
	"devservers/app/words"
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
	from   int64 // seq of the first line that is read
	old    int64 // seq of the last line printed before this manager adopted the run: what it reports is not news
	read   int64 // seq of the last line that was read
	lost   int64 // lines that were skipped
	lostAt time.Time
	pages  pages
	plain  plain
	done   bool // the run is over, and all of it was read
	ready  bool // the digest knows that the run was ready
}

func newReader(sr supervisor.ServerRun, rec run.Record, dir string) *reader {
	r := &reader{ref: sr.Ref, run: rec.ID, dir: dir, cwd: rec.Dir, from: 1, d: digest.New(sr.Root, rec.Dir)}
	r.d.Edited = func(file string, after, before time.Time) bool { return editedBetween(sr.Root, file, after, before) }
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
		r.from = r.read + 1
		if r.adopted {
			r.old = last
		}
	})
	return r.failed
}

const (
	lineExact = 50 * time.Millisecond // how exact the time of a line is (see transcript)
	lineSlack = time.Second           // how much earlier than the write that caused it a line may seem
)

// editedBetween reports whether a file of the project in root was last written between two moments, or is gone.
func editedBetween(root, file string, after, before time.Time) bool {
	if !filepath.IsAbs(file) {
		file = filepath.Join(root, file)
	}
	info, err := os.Stat(file)
	return errors.Is(err, os.ErrNotExist) || err == nil && info.ModTime().After(after.Add(lineExact)) && info.ModTime().Before(before.Add(lineSlack))
}

// catchUp reads what was printed, and reports whether the last error may continue. over: the run has ended, so its last
// line is complete.
func (r *reader) catchUp(over bool) (open bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for more := r.log != nil; more; {
		r.skip()
		page, err := r.log.After(r.read, transcript.Limit{Lines: readStep})
		if err != nil {
			break // the lines were just dropped to stay below the size limit: the next read finds a gap
		}
		r.take(page, over)
		more = page.More
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
		r.d.Add(l.Seq, l.Time, r.buf)
		if access := r.pages.read(l.Time, r.buf, r.d); !access && r.d.Plain() {
			r.plain.read(l.Time, r.buf)
		}
		r.read = l.Seq
	}
}

// flush completes the last error: nothing more of it comes.
func (r *reader) flush() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.d.Flush()
}

// ended says how the run ended. If the command itself failed, its last lines say why.
func (r *reader) ended(rec run.Record) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.log == nil || rec.End == nil || rec.End.Code <= 0 || rec.End.Cause != run.CauseNone {
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

func (r *reader) version() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.d.Version()
}

// edited says that files of the project changed.
func (r *reader) edited(at time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.d.EditedAt(at)
	r.plain.edited = at
}

// isReady says since when the run is ready.
func (r *reader) isReady(at *time.Time) {
	r.mu.Lock()
	known := r.ready || at == nil
	r.ready = at != nil
	r.mu.Unlock()
	if known {
		return
	}
	r.catchUp(false)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.d.Loaded(*at)
}

// skippedSince returns how many lines were skipped if any were since a moment.
func (r *reader) skippedSince(at time.Time) int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.lostAt.After(at) {
		return r.lost
	}
	return 0
}

// servesVite reports whether the server is a dev server of Vite.
func (r *reader) servesVite() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.pages.vite
}

// lastPage returns the page requested last; "" = unknown.
func (r *reader) lastPage() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.pages.last
}

// answered notes the answer to a request of ours, and the errors that it shows to be fixed.
func (r *reader) answered(edit time.Time, got *app.Request, fixed func(digest.Error) bool) {
	r.catchUp(false)
	r.mu.Lock()
	defer r.mu.Unlock()
	if got.Status != 0 {
		r.pages.served(got.Path, got.Status, got.At, r.d)
	}
	r.d.Fix(func(e digest.Error) bool { return e.LastAt.Before(edit) && fixed(e) })
	if got.OK() || got.Failed() {
		r.d.Reacted(edit, got.At)
	}
}

// news counts the current errors and warnings, and returns the errors that came or were fixed since the last
// call.
func (r *reader) news() (n counts, news []digest.Error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	last := int64(-1)
	for _, e := range r.d.Entries() {
		switch {
		case !e.Current():
		case e.Level == "warn":
			n.warnings++
		default:
			n.errors++
			if e.Last > last {
				last, n.newest = e.Last, words.ErrorAt(e.Message, e.Place())
			}
		}
	}
	return n, r.d.News()
}

// all returns all errors, fixed ones included, and what the server last reported about its work.
func (r *reader) all() ([]digest.Error, *Built) {
	page := r.page(ErrorQuery{Fixed: true, Limit: digest.MaxEntries})
	return page.Errors, page.Built
}

// page answers q.
func (r *reader) page(q ErrorQuery) ErrorPage {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := ErrorPage{Server: r.ref.String(), Run: r.run, From: r.from, Errors: []digest.Error{}, Cursor: app.Cursor(r.run, r.d.Seen()), Built: builtOf(r.d.Built()), version: r.d.Version()}
	for _, e := range r.d.Entries() {
		if e.Fixed {
			p.Fixed++
		}
		if q.wants(e) {
			p.Errors = append(p.Errors, e)
		}
	}
	slices.SortStableFunc(p.Errors, func(a, b digest.Error) int { return cmp.Compare(a.Last, b.Last) })
	p.Skipped, p.Dropped = r.lost, r.d.Dropped()
	older := p.bound(min(cmp.Or(q.Limit, DefaultErrors), digest.MaxEntries))
	p.Left = words.ErrorsLeftOut(older, p.Dropped, p.Skipped)
	return p
}

func (q ErrorQuery) wants(e digest.Error) bool {
	switch {
	case e.Level == "warn" && !q.Warnings:
		return false
	case !e.Current() && !q.Fixed && q.After == 0 && q.newer == 0 && q.Since.IsZero():
		return false
	case q.newer > 0:
		return e.Version > q.newer
	case q.Since.IsZero():
		return e.Changed > q.After
	}
	at := e.LastAt
	if !e.Current() {
		at = e.LastSeen()
	}
	return e.Changed > q.After && !at.Before(q.Since)
}

// bound keeps the error that came first, which may be the cause of the others, and the newest ones. It returns how many
// it left out.
func (p *ErrorPage) bound(limit int) int {
	n := len(p.Errors) - limit
	if n <= 0 {
		return 0
	}
	first := slices.MinFunc(p.Errors, func(a, b digest.Error) int { return cmp.Compare(a.First, b.First) })
	p.Errors = p.Errors[n:]
	if !slices.ContainsFunc(p.Errors, func(e digest.Error) bool { return e.First == first.First }) {
		p.Errors[0] = first
	}
	return n
}

func builtOf(b digest.Build) *Built {
	state := map[digest.Said]string{digest.Begins: "begun", digest.Works: "done", digest.Fails: "failed", digest.Notices: "noticed"}[b.Said]
	if state == "" {
		return nil
	}
	return &Built{restart: b.Restart, State: state, Seq: b.Seq, At: b.At, Text: b.Text}
}
