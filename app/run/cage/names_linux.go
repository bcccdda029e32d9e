package cage

import (
	"net"
	"net/netip"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// names53 is the resolver in a cage. It forwards to the machine's, and remembers which addresses it has named: a cage
// with Plan.Hosts may connect to these.
type names53 struct {
	plan    *Plan
	refused *refusals
	conn    net.PacketConn

	mu    sync.Mutex
	known map[netip.Addr]bool
}

// hostLetters are the characters of host names. Others in a name are not repeated to anyone.
const hostLetters = "abcdefghijklmnopqrstuvwxyz0123456789-."

// lookupLimit bounds a question to the machine's resolver.
const lookupLimit = 5 * time.Second

// mostNames bounds the questions that wait at once.
const mostNames = 64

func (r *names53) serve() {
	waiting := make(chan struct{}, mostNames)
	for {
		buf := make([]byte, 1500)
		n, from, err := r.conn.ReadFrom(buf)
		if err != nil {
			return
		}
		waiting <- struct{}{}
		go func() {
			defer func() { <-waiting }()
			if answer := r.answer(buf[:n]); answer != nil {
				_, _ = r.conn.WriteTo(answer, from)
			}
		}()
	}
}

// answer returns what the machine's resolver answers, or that it refuses.
func (r *names53) answer(question []byte) []byte {
	var p dnsmessage.Parser
	head, err := p.Start(question)
	if err != nil {
		return nil
	}
	q, err := p.Question()
	if err != nil {
		return nil
	}
	if name := q.Name.String(); !r.plan.Names(name) {
		if name = strings.ToLower(strings.TrimSuffix(name, ".")); strings.Trim(name, hostLetters) == "" {
			r.refused.add(Lookup, name)
		}
		no := dnsmessage.Message{Header: dnsmessage.Header{ID: head.ID, Response: true, RCode: dnsmessage.RCodeRefused},
			Questions: []dnsmessage.Question{q}}
		packed, _ := no.Pack()
		return packed
	}
	answer := forward(question)
	r.remember(answer)
	return answer
}

// forward asks the machine's resolver; nil if it doesn't answer.
func forward(question []byte) []byte {
	conn, err := net.Dial("udp", net.JoinHostPort(nameserver(), "53"))
	if err != nil {
		return nil
	}
	defer conn.Close()
	buf := make([]byte, 4096)
	if conn.SetDeadline(time.Now().Add(lookupLimit)) != nil {
		return nil
	}
	if _, err := conn.Write(question); err != nil {
		return nil
	}
	n, err := conn.Read(buf)
	if err != nil {
		return nil
	}
	return buf[:n]
}

// nameserver returns the first of resolv.conf(5).
func nameserver() string {
	text, _ := os.ReadFile("/etc/resolv.conf")
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) > 1 && words[0] == "nameserver" {
			return words[1]
		}
	}
	return "127.0.0.1"
}

// remember notes the addresses in an answer.
func (r *names53) remember(answer []byte) {
	var m dnsmessage.Message
	if m.Unpack(answer) != nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, a := range m.Answers {
		switch body := a.Body.(type) {
		case *dnsmessage.AResource:
			r.known[netip.AddrFrom4(body.A)] = true
		case *dnsmessage.AAAAResource:
			r.known[netip.AddrFrom16(body.AAAA).Unmap()] = true
		}
	}
}

func (r *names53) found(addr netip.Addr) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.known[addr]
}
