package client

import (
	"encoding/json"
	"errors"
	"time"

	"devservers/app"
)

// Mark is one thing to show of a log: a line, a gap, or the begin of another run.
type Mark struct {
	Ref  app.Ref
	At   time.Time // its place among the marks of other servers
	Line *app.LogLine
	Gap  *app.Gap
	run  string
	end  string // why a stream ends
}

// The ends of a stream; any other means that the manager stops.
const (
	endOver   = "over"  // the run has ended
	endFailed = "fault" // the manager can't read further
)

// decodeMark reads one line of NDJSON.
func decodeMark(ref app.Ref, data []byte) (Mark, error) {
	var keys struct {
		Gap *app.Gap `json:"gap"`
		Run string   `json:"run"`
		Seq int64    `json:"seq"`
		End string   `json:"end"`
	}
	if err := json.Unmarshal(data, &keys); err != nil {
		return Mark{}, err
	}
	switch {
	case keys.End != "":
		return Mark{Ref: ref, end: keys.End}, nil
	case keys.Gap != nil:
		return Mark{Ref: ref, Gap: keys.Gap, run: keys.Run}, nil
	case keys.Seq == 0:
		return Mark{Ref: ref, run: keys.Run}, nil
	}
	line := &app.LogLine{}
	err := json.Unmarshal(data, line)
	return Mark{Ref: ref, Line: line, At: line.Time, run: line.Run}, err
}

// PageMarks returns the lines of a page with its gaps between them.
func PageMarks(ref app.Ref, page app.LogPage) []Mark {
	var marks []Mark
	for l := range page.All() {
		mark := Mark{Ref: ref, Gap: l.Gap, At: l.Time}
		if l.Gap == nil {
			mark.Line, mark.run = &l.LogLine, l.Run
		}
		marks = append(marks, mark)
	}
	return marks
}

// IsNotFound reports whether the manager knows nothing of that name.
func IsNotFound(err error) bool {
	var failure *app.Error
	return errors.As(err, &failure) && failure.Code == app.CodeNotFound
}
