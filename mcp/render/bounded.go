package render

import (
	"encoding/json"
	"fmt"
	"slices"

	"devservers/app"
	"devservers/app/base/words"
)

// MostBytes bounds each list in an answer.
const MostBytes = 8 << 10

// Bounded returns as much of a list as fits into MostBytes, and what is left out; more describes how to get it.
func Bounded[T any](list []T, noun, more string) (shown []T, left string) {
	n := fitting(list)
	if n == len(list) {
		return list, ""
	}
	return list[:n], fmt.Sprintf("%s; %s", words.Count(len(list)-n, "more "+noun), more)
}

// fitting returns how many of a list fit into MostBytes, at least one.
func fitting[T any](list []T) int {
	size := 0
	for i, one := range list {
		b, _ := json.Marshal(one) // of structs and strings: cannot fail
		if size += len(b) + 1; size > MostBytes && i > 0 {
			return i
		}
	}
	return len(list)
}

// Page returns the part of a list that begins behind the one whose key is after, as much as fits into MostBytes and at
// most so many; left describes how to get the next. The error states that none has this key.
func Page[T any](list []T, after string, most int, key func(T) string) (shown []T, left string, err error) {
	if after != "" {
		at := slices.IndexFunc(list, func(one T) bool { return key(one) == after })
		if at < 0 {
			return nil, "", app.Failf(app.CodeInvalid, "leave after out, to begin again",
				"the list does not contain %s any more", words.Quote(words.Clip(after, 60)))
		}
		list = list[at+1:]
	}
	n := fitting(list[:min(len(list), most)])
	if n < len(list) {
		left = fmt.Sprintf("%d more; for the next, add after=%s", len(list)-n, key(list[n-1]))
	}
	return list[:n], left, nil
}
