package words

import (
	"fmt"
	"strings"
)

// ErrorsLeftOut says what a list of errors lacks: older ones beyond a limit, ones that were dropped, and lines that were
// skipped; "" if nothing.
func ErrorsLeftOut(older int, dropped, skipped int64) string {
	var said []string
	if older > 0 {
		said = append(said, fmt.Sprintf("%d older ones are left out; a higher limit shows them", older))
	}
	if dropped > 0 {
		said = append(said, fmt.Sprintf("%d more were dropped: there were too many different ones", dropped))
	}
	if skipped > 0 {
		said = append(said, fmt.Sprintf("%d lines were skipped: they came too fast", skipped))
	}
	return strings.Join(said, "; ")
}
