package cli

import (
	"encoding/json"
	"errors"
	"time"

	"devservers/app"
)

// mark is one thing to show of a log: a line, a gap, or that another run begins.
type mark struct {
	ref  app.Ref
	at   time.Time // where it belongs among others'
	line *app.LogLine
	gap  *app.Gap
	run  string
	end  string // the last one of a stream: over (the run is), manager (it stops), fault
}

// decodeMark reads one line of NDJSON.
func decodeMark(ref app.Ref, data []byte) (mark, error) {
	var keys struct {
		Gap *app.Gap `json:"gap"`
		Run string   `json:"run"`
		Seq int64    `json:"seq"`
		End string   `json:"end"`
	}
	if err := json.Unmarshal(data, &keys); err != nil {
		return mark{}, err
	}
	switch {
	case keys.End != "":
		return mark{ref: ref, end: keys.End}, nil
	case keys.Gap != nil:
		return mark{ref: ref, gap: keys.Gap, run: keys.Run}, nil
	case keys.Seq == 0:
		return mark{ref: ref, run: keys.Run}, nil
	}
	line := &app.LogLine{}
	err := json.Unmarshal(data, line)
	return mark{ref: ref, line: line, at: line.Time, run: line.Run}, err
}

// pageMarks puts the gaps of a page where they belong among its lines.
func pageMarks(ref app.Ref, page app.LogPage) []mark {
	var marks []mark
	gaps := page.Gaps
	for i := range page.Lines {
		line := &page.Lines[i]
		for len(gaps) > 0 && gaps[0].To < line.Seq {
			marks = append(marks, mark{ref: ref, gap: &gaps[0], at: line.Time})
			gaps = gaps[1:]
		}
		marks = append(marks, mark{ref: ref, line: line, at: line.Time, run: line.Run})
	}
	end := time.Time{}
	if len(page.Lines) > 0 {
		end = page.Lines[len(page.Lines)-1].Time
	}
	for i := range gaps {
		marks = append(marks, mark{ref: ref, gap: &gaps[i], at: end})
	}
	return marks
}

func isNotFound(err error) bool {
	var failure *app.Error
	return errors.As(err, &failure) && failure.Code == app.CodeNotFound
}
