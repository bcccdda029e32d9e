package machine

import (
	"strconv"
	"strings"
	"time"
)

// uses returns the connections to a port of this machine that are open or were closed in the last minute. Of one that
// was closed, the kernel lists the end that was closed first.
func uses(port int) []use {
	atServer, err := connections(port, 0)
	if err != nil { // a sandbox without sock_diag
		return usesOfProc(port)
	}
	atClient, _ := connections(0, port)
	var list []use
	for _, s := range atServer {
		list = append(list, useOf(connection{s.Remote, s.Local}, s.Open, s.Expires))
	}
	for _, s := range atClient {
		if c := (connection{s.Local, s.Remote}); !s.Open && c.here() {
			list = append(list, useOf(c, false, s.Expires))
		}
	}
	return list
}

func useOf(c connection, open bool, expires time.Duration) use {
	u := use{connection: c, open: open}
	if !open {
		u.closed = max(0, timeWait-expires)
	}
	return u
}

// usesOfProc reads them from /proc/net/tcp: the sixth field is the timer and its rest in hundredths of a second, in
// hex.
func usesOfProc(port int) (list []use) {
	_ = eachSocket(func(field []string) {
		local, ok := parseAddr(field[1])
		remote, ok2 := parseAddr(field[2])
		open := field[3] == tcpEstablished
		timer, rest, _ := strings.Cut(field[5], ":")
		if !ok || !ok2 || !open && (timer != "03" || field[3] != tcpWait && field[3] != tcpFinWait2) {
			return
		}
		left, _ := strconv.ParseInt(rest, 16, 64)
		expires := time.Duration(left) * 10 * time.Millisecond
		switch c := (connection{local, remote}); {
		case int(local.Port()) == port:
			list = append(list, useOf(connection{remote, local}, open, expires))
		case int(remote.Port()) == port && !open && c.here():
			list = append(list, useOf(c, false, expires))
		}
	})
	return list
}
