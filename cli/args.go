package cli

import (
	"errors"
	"math"
	"net/url"
	"strconv"

	"github.com/spf13/cobra"

	"devservers/app"
)

// exactlyOne requires one argument; what names it.
func exactlyOne(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < 1:
			return wrongCall(cmd, "name %s", what)
		case len(args) > 1:
			return wrongCall(cmd, "too many arguments after %q", args[0])
		}
		return nil
	}
}

// atMost allows up to n arguments.
func atMost(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) <= n {
			return nil
		}
		return wrongCall(cmd, "too many arguments")
	}
}

// wrongCall is a usage error that shows how the command is called.
func wrongCall(cmd *cobra.Command, format string, args ...any) error {
	return app.Failf(app.CodeInvalid, "usage: "+cmd.UseLine(), format, args...)
}

// The usage of flags that several commands have.
const (
	sinceUsage = "oldest time: 5m, 2h30m or 2026-08-01T15:04:05Z"
	untilUsage = "newest time, in the form of --since"
	runUsage   = "a run other than the last one; see devservers runs"
)

// params returns a query with the values that are set, and 1 for the switches that are on.
func params(values map[string]string, switches map[string]bool) url.Values {
	q := url.Values{}
	for name, value := range values {
		if value != "" {
			q.Set(name, value)
		}
	}
	for name, on := range switches {
		if on {
			q.Set(name, "1")
		}
	}
	return q
}

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
