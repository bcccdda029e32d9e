package evidence

import (
	"net/http"
	"slices"

	"devservers/app"
)

// mostAnswers is how many pages' answers are kept.
const mostAnswers = 8

// ofChannel is the path of the answer over a channel.
const ofChannel = "channel"

// Answers are the last answers of pages to requests of ours, one for each page.
type Answers []Answer

// Of returns how a page was answered; the zero value if it was not.
func (l Answers) Of(path string) (a Answer) {
	if i := slices.IndexFunc(l, func(a Answer) bool { return a.Path == path }); i >= 0 {
		a = l[i]
	}
	return a
}

// With returns the answers with that to q, unless the server failed to answer.
func (l Answers) With(q *app.EditRequest) Answers {
	if q.Status == 0 || q.Status >= 500 {
		return l
	}
	l = slices.DeleteFunc(slices.Clone(l), func(a Answer) bool { return a.Path == q.Path })
	if q.Module != "" {
		l = slices.DeleteFunc(l, func(a Answer) bool { return a.Path == q.Module })
		l = append(l, Answer{Path: q.Module, Status: http.StatusOK})
	}
	l = append(l, Answer{Path: q.Path, Status: q.Status, Took: q.At.Sub(q.Sent)})
	if q.Channel != "" {
		l = slices.DeleteFunc(l, func(a Answer) bool { return a.Path == ofChannel })
		l = append(l, Answer{Path: ofChannel, Status: http.StatusOK, Channel: q.Channel, Keys: q.Keys})
	}
	return l[max(0, len(l)-mostAnswers):]
}
