package render

import (
	"encoding/json"
	"fmt"

	"devservers/app/words"
)

// MostBytes bounds each list in an answer.
const MostBytes = 8 << 10

// Bounded returns as much of a list as fits into MostBytes, and what is left out; more says how to get it.
func Bounded[T any](list []T, noun, more string) (shown []T, left string) {
	size := 0
	for i, one := range list {
		b, _ := json.Marshal(one) // of structs and strings: cannot fail
		if size += len(b) + 1; size > MostBytes && i > 0 {
			return list[:i], fmt.Sprintf("%s; %s", words.Count(len(list)-i, "more "+noun), more)
		}
	}
	return list, ""
}
