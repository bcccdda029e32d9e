package client

import (
	"bufio"
	"bytes"
	"io"
	"strings"
)

// lineLimit is the longest line of a stream: a line of 64 KiB with everything in it escaped.
const lineLimit = 1 << 20

// Lines calls yield with each line of a stream of JSON lines, until it returns an error or done.
func Lines(stream io.Reader, yield func(data []byte) (done bool, err error)) error {
	lines := bufio.NewScanner(stream)
	lines.Buffer(make([]byte, 0, 64<<10), lineLimit)
	for lines.Scan() {
		if len(lines.Bytes()) == 0 {
			continue
		}
		if done, err := yield(lines.Bytes()); done || err != nil {
			return err
		}
	}
	return lines.Err()
}

// Events calls yield with the data of each event of an event stream (HTML standard, 9.2.6).
func Events(stream io.Reader, yield func(data []byte)) error {
	lines := bufio.NewScanner(stream)
	lines.Buffer(make([]byte, 0, 64<<10), 16<<20)
	var data bytes.Buffer
	for lines.Scan() {
		line := lines.Text()
		if value, ok := strings.CutPrefix(line, "data:"); ok {
			data.WriteString(strings.TrimPrefix(value, " ") + "\n")
		}
		if line == "" && data.Len() > 0 {
			yield(data.Bytes())
			data.Reset()
		}
	}
	return lines.Err()
}
