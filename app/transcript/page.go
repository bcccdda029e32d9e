package transcript

import (
	"slices"
	"sync"
)

// After returns lines with Seq > seq, the oldest first. See Page for how to follow.
func (r *Reader) After(seq int64, limit Limit) (p Page, err error) {
	seq = max(seq, 0)
	read := func(v *view) (err error) {
		if p, err = v.after(seq, limit.filled()); err == nil {
			r.keep(v)
		}
		return err
	}
	if v := r.resume(seq); v != nil {
		err = read(v)
		if v.close(); err == nil {
			return p, nil
		}
	}
	err = r.look(read)
	return p, err
}

// rooms are for pages of which nothing is kept.
var rooms = sync.Pool{New: func() any { return new([]byte) }}

// Pass gives the page of After to take, which must not keep the text of its lines: the next page overwrites it.
func (r *Reader) Pass(seq int64, lines int, take func(Page)) error {
	room := rooms.Get().(*[]byte)
	defer rooms.Put(room)
	p, err := r.After(seq, Limit{Lines: lines, room: room})
	if err == nil {
		take(p)
	}
	return err
}

func (v *view) after(seq int64, limit Limit) (p Page, err error) {
	from := seq + 1
	if from > v.seq || from == v.seq && v.start == v.end {
		return p, nil
	}
	next := v.seq // number of the line after the last one read
	if v.end > v.firstOff() {
		next, err = v.collect(from, limit, &p)
	}
	if len(p.Lines) > 0 {
		next = p.Lines[0].Seq
	}
	if next > from {
		p.Gap = &Gap{from, next - 1}
	}
	return p, err
}

// collect appends the lines from number from on. It returns the number of the line that it stopped before.
func (v *view) collect(from int64, limit Limit, p *Page) (int64, error) {
	w, err := v.from(from)
	if err != nil {
		return 0, err
	}
	room := limit.Bytes
	w.room = limit.room
	err = w.run(windowFor(limit.Lines), func(l Line, whole bool) bool {
		if l.Seq < from || !whole {
			return true
		}
		if p.Lines == nil {
			p.Lines = make([]Line, 0, min(int64(limit.Lines), min(v.end-l.Off, int64(limit.Bytes))/usualLine+2))
		}
		if len(p.Lines) > 0 && (len(p.Lines) >= limit.Lines || len(l.Text) > room) {
			p.More = true
			return false
		}
		p.Lines, w.full = append(p.Lines, l), w.room != nil
		if !l.Partial {
			v.mark.seq, v.mark.here = l.Seq, w.here()
		}
		room -= len(l.Text)
		return true
	})
	p.More = p.More || w.full && w.pos < v.end
	return w.seq, err
}

// usualLine is a guess of a line's bytes, so that the lines of most pages are allocated once.
const usualLine = 80

// windowFor returns how many bytes are read at once for so many lines.
func windowFor(lines int) int64 { return int64(min(max(lines, 64)*128, 256<<10)) }

func (v *view) from(seq int64) (*walk, error) {
	if v.mark.seq == seq-1 && seq > 1 {
		return v.resumed()
	}
	rec, at, err := v.atLine(seq)
	if err != nil {
		return nil, err
	}
	return v.walk(rec, at)
}

// run reads on in windows of about size bytes and yields each line, until yield returns false or the end. Lines share
// the memory of their window; each window has new memory, or it is the last one in w.room that holds lines. One that
// has no whole line is followed by a larger one.
func (w *walk) run(size int64, yield func(l Line, whole bool) bool) error {
	size = max(size, 4<<10)
	for from := int64(-1); w.pos < w.v.end && !w.full; {
		if from == w.pos {
			size = min(2*size, max(size, w.v.maxLine))
		}
		from = w.pos
		b := w.memory(min(size, w.v.end-w.pos))
		if err := w.v.read(w.pos, b); err != nil {
			return err
		}
		if more, err := w.window(b, w.v.end, yield); err != nil || !more {
			return err
		}
	}
	return nil
}

// memory returns n bytes for a window.
func (w *walk) memory(n int64) []byte {
	if w.room == nil {
		return make([]byte, n)
	}
	*w.room = slices.Grow((*w.room)[:0], int(n))
	return (*w.room)[:n]
}

// window yields the lines of b that begin before stop. b holds the bytes from pos on.
func (w *walk) window(b []byte, stop int64, yield func(l Line, whole bool) bool) (more bool, err error) {
	for len(b) > 0 && w.pos < stop {
		from := w.pos
		l, whole, ok, err := w.step(b, from+int64(len(b)) == w.v.end)
		if err != nil {
			return false, err
		}
		if !ok {
			return true, nil
		}
		if !yield(l, whole) {
			return false, nil
		}
		b = b[w.pos-from:]
	}
	return true, nil
}
