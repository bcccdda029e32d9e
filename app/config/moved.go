package config

import (
	"fmt"
	"strconv"
	"strings"

	"devservers/app/base/words"
)

// At returns s on another port than it declares: the number of its port in the command and in its checks is replaced,
// where a whole argument or the end of one is that number. It does not alter s.
func (s Server) At(port int) Server {
	was, is := strconv.Itoa(s.Port.Number), strconv.Itoa(port)
	s.Declared, s.Port.Number = s.Port.Number, port
	s.Command = s.Command.Renumbered(was, is)
	s.Ready, s.Alive.Ready = s.Ready.at(was, is), s.Alive.at(was, is)
	return s
}

// local matches the address of a port of this machine.
var local = words.Lazy(`^(https?://(?:localhost|127\.0\.0\.1|\[::1\]):)(\d+)(/|$)`)

func (r Ready) at(was, is string) Ready {
	if strconv.Itoa(r.TCP.Number) == was {
		r.TCP, _ = ParsePort(is)
	}
	if m := local().FindStringSubmatch(r.HTTP); m != nil && m[2] == was {
		r.HTTP = fmt.Sprint(m[1], is, strings.TrimPrefix(r.HTTP, m[1]+was))
	}
	if r.Command != nil {
		command := r.Command.Renumbered(was, is)
		r.Command = &command
	}
	return r
}
