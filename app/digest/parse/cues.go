package parse

import (
	"math/bits"
	"strings"
	"sync"
)

// Set is a set of parsers: bit i is All[i].
type Set uint64

// First removes the first parser from the set and returns it.
func (s *Set) First() *Parser {
	i := bits.TrailingZeros64(uint64(*s))
	*s &^= 1 << i
	return All[i]
}

// cues finds the cues of all parsers by the three bytes with which they begin. It is built when first needed, which is
// never in a holder.
type cues struct {
	begins [1 << threeBits / 64]uint64 // bit h is set if a cue begins with three bytes whose hash is h
	byHash map[uint32][]cue
}

type cue struct {
	text string
	who  Set
}

// threeBits is the length of a hash of three bytes. Older bytes are shifted out of it.
const threeBits = 15

func hash(s string) uint32 {
	return (uint32(s[0])<<10 ^ uint32(s[1])<<5 ^ uint32(s[2])) % (1 << threeBits)
}

var allCues = sync.OnceValue(func() *cues {
	c := &cues{byHash: map[uint32][]cue{}}
	for i, p := range All {
		for _, text := range p.cues() {
			c.add(cue{text, 1 << i})
		}
	}
	return c
})

// cues returns the cues of errors and of signals.
func (p *Parser) cues() []string {
	list := append([]string{}, p.Cues...)
	for _, s := range p.Signals {
		list = append(list, s.Text)
	}
	return list
}

// add adds a cue of at least three bytes.
func (c *cues) add(q cue) {
	h := hash(q.text)
	c.begins[h/64] |= 1 << (h % 64)
	c.byHash[h] = append(c.byHash[h], q)
}

// in returns the parsers whose cues text contains.
func (c *cues) in(text []byte) (found Set) {
	h := uint32(0)
	for i, b := range text {
		h = h<<5 ^ uint32(b)
		if c.begins[h%(1<<threeBits)/64]>>(h%64)&1 == 0 || i < 2 {
			continue
		}
		for _, q := range c.byHash[h%(1<<threeBits)] {
			if rest := text[i-2:]; len(rest) >= len(q.text) && string(rest[:len(q.text)]) == q.text {
				found |= q.who
			}
		}
	}
	return found
}

// Find returns the parsers that may know a line.
func Find(line []byte) Set { return allCues().in(line) }

// Tags returns the words in brackets with which lines of known tools begin: they aren't names of processes.
func Tags() (list []string) {
	for _, p := range All {
		for _, cue := range p.cues() {
			if end := strings.IndexByte(cue, ']'); strings.HasPrefix(cue, "[") && end > 0 {
				list = append(list, cue[:end+1])
			} else if strings.HasPrefix(cue, "[") {
				list = append(list, cue)
			}
		}
	}
	return append(list, "[Nest]")
}
