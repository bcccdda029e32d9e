package words

import (
	"cmp"
	"fmt"
	"strconv"
)

// Room is why the machine has no room for a start yet. The zero value means that it has.
type Room struct {
	Kind        RoomKind
	Used, Limit int64  // bytes of MemoryUsed, MemoryFree and ShareUsed; servers of ManyRun
	Need        int64  // bytes that the start is expected to use
	Project     string // of ShareUsed
	Percent     int    // of UnderPressure: the time that processes wait for memory
	Place, Of   int    // in the queue of waiting starts, counted from 1
}

// RoomKind is what there is too little of.
type RoomKind int

// The kinds of Room.
const (
	RoomForAll    RoomKind = iota
	MemoryUsed             // servers use the memory that all may use together
	MemoryFree             // the machine has little free memory, and our servers use much
	ShareUsed              // the project's servers use its share
	ManyRun                // as many servers run as may
	UnderPressure          // processes of the machine wait for memory
)

// String returns r as a clause that stands on its own: "14.2 GB of 16 GB in use, 2nd of 3 in the queue".
func (r Room) String() string {
	text := r.lack()
	if r.Of > 1 {
		text += ", " + ordinal(r.Place) + " of " + strconv.Itoa(r.Of) + " in the queue"
	}
	return text
}

func (r Room) lack() string {
	switch r.Kind {
	case MemoryUsed:
		return Size(r.Used) + " of " + Size(r.Limit) + " in use, and it needs about " + Size(r.Need)
	case MemoryFree:
		return Size(r.Used) + " of memory free, of which " + Size(r.Limit) + " stay free for other programs"
	case ShareUsed:
		return Size(r.Used) + " of the " + Size(r.Limit) + " of " + r.Project + " in use, and it needs about " + Size(r.Need)
	case ManyRun:
		return fmt.Sprintf("%d of %s run", r.Used, Count(int(r.Limit), "server"))
	case UnderPressure:
		return fmt.Sprintf("the machine is short of memory: programs wait for it %d%% of the time", r.Percent)
	}
	return "waiting for its turn"
}

// ordinal returns a place: 1st, 2nd, 3rd, 11th.
func ordinal(n int) string {
	suffix := "th"
	if n%100 < 11 || n%100 > 13 {
		suffix = map[int]string{1: "st", 2: "nd", 3: "rd"}[n%10]
	}
	suffix = cmp.Or(suffix, "th")
	return strconv.Itoa(n) + suffix
}

// SleptFor returns that servers were put to sleep to make room for a start.
func SleptFor(names []string) string {
	return "put to sleep to make room: " + And(names)
}
