package text

import "testing"

func TestInvalidRegexpIsExplained(t *testing.T) {
	t.Parallel()
	_, err := ParsePattern("get (/api", true)
	want := `cannot use "get (/api" as a regular expression: missing closing ) at "(?i)get (/api"; to search for the text as it is, leave out the regular expression option`
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}
