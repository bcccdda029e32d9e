package transcript

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
		p.Lines = append(p.Lines, l)
		if !l.Partial {
			v.mark.seq, v.mark.here = l.Seq, w.here()
		}
		room -= len(l.Text)
		return true
	})
	return w.seq, err
}

// usualLine is a guess of a line's bytes, so that the lines of most pages are allocated once.
const usualLine = 80

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
// the memory of their window; each window has new memory. One that has no whole line is followed by a larger one.
func (w *walk) run(size int64, yield func(l Line, whole bool) bool) error {
	size = max(size, 4<<10)
	for from := int64(-1); w.pos < w.v.end; {
		if from == w.pos {
			size = min(2*size, max(size, w.v.maxLine))
		}
		from = w.pos
		b := make([]byte, min(size, w.v.end-w.pos))
		if err := w.v.read(w.pos, b); err != nil {
			return err
		}
		if more, err := w.window(b, w.v.end, yield); err != nil || !more {
			return err
		}
	}
	return nil
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
