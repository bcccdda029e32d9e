package app

import (
	"slices"
	"strconv"
	"sync"

	"devservers/app/digest"
	"devservers/app/transcript"
)

// readStep is how many lines are looked at between two looks at the context.
const readStep = 2000

// digester keeps the digest of one run. Who asks brings it up to date; mu guards what is behind it.
type digester struct {
	ref  Ref
	run  string
	from int64 // seq of the first line that is looked at
	old  int64 // seq of the last line that was printed before this manager: what it says has not happened now

	mu   sync.Mutex
	log  *transcript.Reader // nil when all of it was read
	d    *digest.Digest
	buf  []byte
	read int64
	lost int64 // lines that came faster than they are looked at
	done bool  // the run is over, and all of it was read
}

// catchUp reads what was printed, and tells whether the last error may go on. over: the run has ended, its last line is whole.
func (d *digester) catchUp(over bool) (open bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for more := d.log != nil; more; {
		d.skip()
		page, err := d.log.After(d.read, transcript.Limit{Lines: readStep})
		if err != nil {
			break // the cap has taken it away while we read: the next time it is a gap
		}
		d.take(page, over)
		more = page.More
	}
	return d.d.Open()
}

// skip leaves lines out when very many wait: a flood must not cost more here than where it is recorded.
func (d *digester) skip() {
	last := d.log.Bounds().Last
	if last-d.read > digestLag {
		d.lost += last - digestTail - d.read
		d.read = last - digestTail
		d.d.Flush()
	}
}

func (d *digester) take(page transcript.Page, over bool) {
	if page.Gap != nil {
		d.read = max(d.read, page.Gap.To)
	}
	for _, l := range page.Lines {
		if l.Partial && !over {
			return
		}
		d.buf = transcript.AppendPlain(d.buf[:0], l.Text)
		d.d.Add(l.Seq, l.Time, d.buf)
		d.read = l.Seq
	}
}

// flush says that nothing more of the last error comes.
func (d *digester) flush() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.d.Flush()
}

// close lets go of the transcript.
func (d *digester) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.log != nil {
		_ = d.log.Close()
	}
	d.log, d.done = nil, true
}

func (d *digester) isDone() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.done
}

func (d *digester) version() int64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.d.Version()
}

// news counts what is wrong now, and gives what has come or was fixed since the last time.
func (d *digester) news() (n errorCounts, news []digest.Error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, e := range d.d.Entries() {
		switch {
		case e.Fixed:
		case e.Level == "warn":
			n.warnings++
		default:
			n.errors++
		}
	}
	return n, d.d.News()
}

// page is the answer to q.
func (d *digester) page(q ErrorQuery) ErrorPage {
	d.mu.Lock()
	defer d.mu.Unlock()
	p := ErrorPage{Server: d.ref.String(), Run: d.run, From: d.from, Errors: []digest.Error{}, Cursor: Cursor(d.run, d.d.Seen()), Built: builtOf(d.d.Built())}
	for _, e := range d.d.Entries() {
		if e.Fixed {
			p.Fixed++
		}
		if q.wants(e) {
			p.Errors = append(p.Errors, e)
		}
	}
	slices.SortStableFunc(p.Errors, func(a, b digest.Error) int { return int(a.Last - b.Last) })
	if d.lost > 0 {
		p.Left = strconv.FormatInt(d.lost, 10) + " lines were not looked at: they came too fast"
	}
	p.bound(within(q.Limit, DefaultErrors, digest.MaxEntries))
	return p
}

func (q ErrorQuery) wants(e digest.Error) bool {
	switch {
	case e.Level == "warn" && !q.Warnings:
		return false
	case e.Fixed && !q.Fixed && q.After == 0 && q.Since.IsZero():
		return false
	case q.Since.IsZero():
		return e.Changed > q.After
	}
	at := e.LastAt
	if e.FixedAt != nil {
		at = *e.FixedAt
	}
	return e.Changed > q.After && !at.Before(q.Since)
}

// bound leaves the newest.
func (p *ErrorPage) bound(limit int) {
	if n := len(p.Errors) - limit; n > 0 {
		p.Errors = p.Errors[n:]
		p.Left = strconv.Itoa(n) + " older ones are left out: ask with a higher limit"
	}
}

func builtOf(b digest.Build) *Built {
	state := map[digest.Said]string{digest.Begins: "begun", digest.Works: "done", digest.Fails: "failed"}[b.Said]
	if state == "" {
		return nil
	}
	return &Built{State: state, Seq: b.Seq, At: b.At, Text: b.Text}
}
