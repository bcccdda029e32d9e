package pages

import (
	"strconv"
	"sync"
	"time"

	"devservers/app"
)

// answerTime is for how long after a click its answer may reach the browser behind the stream.
const answerTime = 5 * time.Second

// answered remembers which cards were sent as the answer to a click. Such a card may reach the browser after a newer
// one of the stream and replace it, so the stream sends it again for a while. All methods may be called concurrently.
type answered struct {
	mu sync.Mutex
	at map[app.Ref]time.Time
}

func newAnswered() *answered { return &answered{at: map[app.Ref]time.Time{}} }

// note remembers that the card of ref was sent as an answer.
func (a *answered) note(ref app.Ref) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.at[ref] = time.Now()
}

// mark returns a text that differs with each second of answerTime after an answer, and is "" later.
func (a *answered) mark(ref app.Ref) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	at, ok := a.at[ref]
	if !ok {
		return ""
	}
	since := time.Since(at)
	if since > answerTime {
		delete(a.at, ref)
		return ""
	}
	return strconv.FormatInt(at.UnixNano(), 36) + " " + strconv.Itoa(int(since/time.Second))
}
