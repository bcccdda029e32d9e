package logs

import (
	"context"
	"time"

	"devservers/app"
)

// Buckets counts the lines of the servers that q names in n equal parts of the time from q.Since to q.Until, over all
// runs, and the errors among them by the digests of the runs. The text of the lines is not read.
func (l *Logs) Buckets(ctx context.Context, q Query, n int) ([]app.Bucket, error) {
	out := make([]app.Bucket, n)
	for _, ref := range l.refs(q) {
		first := l.sup.Kept.At(ref, q.Since)
		for _, id := range l.sup.Kept.IDs(ref) {
			if id < first || q.Newest && id != l.sup.LatestRun(ref) {
				continue
			}
			if err := ctx.Err(); err != nil {
				return out, err
			}
			l.count(q, ref, id, out)
		}
	}
	return out, nil
}

// count adds what one run printed. A run that cannot be read is one without lines.
func (l *Logs) count(q Query, ref app.Ref, id string, out []app.Bucket) {
	log, err := l.sup.Glance(ref, id)
	if err != nil {
		return
	}
	defer log.Close()
	part := q.Until.Sub(q.Since) / time.Duration(len(out))
	b := log.Bounds()
	if b.LastWrite.Before(q.Since) || part <= 0 {
		return
	}
	from := log.Seek(q.Since)
	for i := range out {
		end := q.Since.Add(time.Duration(i+1) * part)
		to := b.Last + 1
		if end.Before(b.LastWrite) {
			to = log.Seek(end)
		}
		out[i].Lines += max(0, to-from)
		if from = max(from, to); from > b.Last {
			break
		}
	}
	for _, r := range l.errors.of(ref, id).List {
		i := int(r.At.Sub(q.Since) / part)
		if r.Message == "" || r.At.Before(q.Since) || i >= len(out) {
			continue
		}
		if r.Level == "warn" {
			out[i].Warnings++
		} else {
			out[i].Errors++
		}
	}
}
