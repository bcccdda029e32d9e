package lines

import (
	"fmt"
	"strings"
	"time"

	"devservers/app"
)

// StripView is how much was printed when.
type StripView struct {
	From, To                 time.Time
	Buckets                  []app.Bucket
	Sum                      app.Bucket
	Errors, Warnings         string // addresses that show only these
	OnlyErrors, OnlyWarnings bool   // they are what is shown
}

// The strip has 4 units for each bucket, of which it fills 3, and 24 in height.
const (
	stripStep   = 4
	stripHeight = 24
)

func (s StripView) viewBox() string {
	return fmt.Sprintf("0 0 %d %d", max(1, len(s.Buckets))*stripStep, stripHeight)
}

// path draws bars as high as the number of lines, the highest one as high as the strip. A few next to many stay
// visible.
func (s StripView) path(of func(app.Bucket) int64) string {
	most := int64(1)
	for _, b := range s.Buckets {
		most = max(most, of(b))
	}
	var out strings.Builder
	for i, b := range s.Buckets {
		if n := of(b); n > 0 {
			height := 3 + n*(stripHeight-4)/most
			fmt.Fprintf(&out, "M%d %dh3v%dh-3z", i*stripStep, stripHeight-height, height)
		}
	}
	return out.String()
}

// marks draws a mark of the same height for each part that has any.
func (s StripView) marks(of func(app.Bucket) int64) string {
	var out strings.Builder
	for i, b := range s.Buckets {
		if of(b) > 0 {
			fmt.Fprintf(&out, "M%d 17h3v7h-3z", i*stripStep)
		}
	}
	return out.String()
}

// axis returns the times below the strip, at equal distances.
func (s StripView) axis() (list []string) {
	const parts = 5
	layout := "15:04"
	if s.To.Sub(s.From) < 4*time.Minute {
		layout = "15:04:05"
	} else if s.To.Sub(s.From) > 20*time.Hour {
		layout = "2 Jan 15:04"
	}
	for i := range parts {
		list = append(list, s.From.Add(time.Duration(i)*s.To.Sub(s.From)/parts).Local().Format(layout))
	}
	if time.Since(s.To) < 5*time.Second {
		return append(list, "now")
	}
	return append(list, s.To.Local().Format(layout))
}

// words shows where errors are, for people who don't see the strip.
func (s StripView) words() string {
	var list []string
	for i, b := range s.Buckets {
		if b.Errors > 0 && len(list) < 10 {
			at := s.From.Add(time.Duration(i) * s.To.Sub(s.From) / time.Duration(len(s.Buckets)))
			list = append(list, at.Local().Format("15:04:05"))
		}
	}
	if len(list) == 0 {
		return "No errors in this time."
	}
	return "Errors at " + strings.Join(list, ", ") + "."
}
