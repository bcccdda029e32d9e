package cli

import (
	"errors"
	"math"
	"strconv"
)

// lineCount is the value of -n: a number of lines, or all of them.
type lineCount int

const allLines lineCount = math.MaxInt32

func (n *lineCount) String() string {
	if *n == allLines {
		return "all"
	}
	return strconv.Itoa(int(*n))
}

// Set reads a number of lines or "all".
func (n *lineCount) Set(text string) error {
	if text == "all" {
		*n = allLines
		return nil
	}
	count, err := strconv.Atoi(text)
	if err != nil || count < 0 || count > int(allLines) {
		return errors.New("write a number, 0 or more, or all")
	}
	*n = lineCount(count)
	return nil
}

// Type is what help calls the value.
func (*lineCount) Type() string { return "int|all" }
