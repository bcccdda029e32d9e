package digest

import (
	"strings"
	"testing"
	"time"
)

// failedWith digests the output of a command that failed, and returns the errors.
func failedWith(output string) string {
	d := New("", "")
	var last []Line
	for i, text := range strings.Split(output, "\n") {
		l := Line{Seq: int64(i + 1), At: time.Unix(int64(i), 0), Text: text}
		d.Add(l.Seq, l.At, []byte(text))
		last = append(last, l)
	}
	d.Failed(last)
	var got []string
	for _, e := range d.Entries() {
		got = append(got, e.Message)
	}
	return strings.Join(got, "|")
}

func TestLastWordsOfAFailedCommandAreAnError(t *testing.T) {
	for output, want := range map[string]string{
		"reading shop.db\nshopd: no orders in shop.db":                              "shopd: no orders in shop.db",
		"up\nshopd[12]: database is locked\nusage: shopd [-v]":                      "",
		"shopd: illegal option -- z\nusage: shopd [-v]\nTry shopd --help":           "shopd: illegal option -- z",
		"data.json invalid\n[\n  { message: 'must have a name' }\n]":                "data.json invalid",
		"GET /orders 200\nGET /orders 200":                                          "",
		"ERROR: no tea\nshopd: closing cannot wait":                                 "ERROR: no tea",
		"error: command failed with exit code 2\nthe template directory is missing": "the template directory is missing",
	} {
		if got := failedWith(output); !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%q: %q, want %q", output, got, want)
		}
	}
}
