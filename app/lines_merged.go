package app

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"devservers/app/base/words"
	"devservers/app/digest"
)

// MergedLine is a line of one of several servers, or a place between its lines where some are missing.
type MergedLine struct {
	LogLine
	Gap     *Gap          // these lines of the run are missing here; then Text is empty
	Skipped bool          // they are stored, but left out here because they came too fast
	Again   bool          // a reader got it before, and gets it again with the rest of its error
	Error   *digest.Range // the error or warning that the line is part of, for queries with Errors
}

// MergedPage is a page of lines of several servers, in the order of their times. Lines of one server are always in
// their own order, even if the clock jumped.
type MergedPage struct {
	Lines  []MergedLine
	Before MergeCursor // where the page begins: read backward from here for older lines
	After  MergeCursor // where it ends: read forward or follow from here
	More   bool        // there is more in the direction of the query
	Late   bool        // its time was over: there may be more
}

// Position is a boundary in a server's output, after line Seq of Run.
type Position struct {
	Run string // "": before the first run
	Seq int64
}

// Before reports whether a place comes before another one of the same server: ids of runs grow.
func (p Position) Before(other Position) bool {
	return p.Run < other.Run || p.Run == other.Run && p.Seq < other.Seq
}

// MergeCursor is a boundary in the output of several servers: one Place each.
type MergeCursor map[Ref]Position

// Within reports whether no server is further in c than in other.
func (c MergeCursor) Within(other MergeCursor) bool {
	for ref, at := range c {
		if there, known := other[ref]; !known || there.Before(at) {
			return false
		}
	}
	return true
}

// Later returns the later of two places for each server.
func (c MergeCursor) Later(other MergeCursor) MergeCursor {
	all := maps.Clone(other)
	for ref, at := range c {
		if there, known := all[ref]; !known || there.Before(at) {
			all[ref] = at
		}
	}
	return all
}

// String returns the cursor as ParseMergeCursor reads it: project/server:run:seq, separated by commas.
func (c MergeCursor) String() string {
	parts := make([]string, 0, len(c))
	for ref, at := range c {
		parts = append(parts, ref.String()+":"+at.Run+":"+strconv.FormatInt(at.Seq, 10))
	}
	slices.Sort(parts)
	return strings.Join(parts, ",")
}

// MarshalText returns the cursor as String does.
func (c MergeCursor) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (c *MergeCursor) UnmarshalText(text []byte) (err error) {
	if *c = (MergeCursor{}); len(text) > 0 {
		*c, err = ParseMergeCursor(string(text))
	}
	return err
}

// ParseMergeCursor returns the cursor that String wrote.
func ParseMergeCursor(s string) (MergeCursor, error) {
	c := MergeCursor{}
	for part := range strings.SplitSeq(s, ",") {
		host, rest, _ := CutHost(part)
		name, at, _ := strings.Cut(rest, ":")
		project, server, _ := strings.Cut(name, "/")
		run, digits, ok := strings.Cut(at, ":")
		seq, err := strconv.ParseInt(digits, 10, 64)
		if !ok || err != nil || seq < 0 || run != "" && !IsRunID(run) || project == "" || server == "" {
			return nil, Failf(CodeInvalid, "take it from an earlier page as it is", "%s is not a place in merged logs",
				words.Quote(part))
		}
		c[Ref{OnHost(host, project), server}] = Position{run, seq}
	}
	return c, nil
}
