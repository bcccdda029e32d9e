package transcript

// Raw copies printed bytes from logical offset off into buf, for terminals and downloads. at is the offset of the
// copied bytes: off, or more when older bytes are gone. n is 0 at the end; use Bounds or Arm to wait for more.
func (r *Reader) Raw(off int64, buf []byte) (n int, at int64, err error) {
	err = r.look(func(v *view) error {
		at = max(off, v.firstOff())
		n = int(max(0, min(int64(len(buf)), v.end-at)))
		return v.read(at, buf[:n])
	})
	if err != nil {
		n = 0
	}
	return n, at, err
}
