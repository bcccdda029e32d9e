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

// cues finds the cues of all parsers in one pass (Aho and Corasick, 1975). It is built when first needed, which is
// never in a holder.
type cues struct {
	class [256]uint8 // of bytes that no cue distinguishes
	width int        // number of classes
	next  []uint16   // state * width + class: the state after
	finds []Set      // of a state: the parsers whose cue ends there
	fail  []uint16
	rows  []uint32 // next, compiled
	picky Set      // the parsers with a Might
}

var allCues = sync.OnceValue(func() *cues {
	c := &cues{width: 1}
	for _, p := range All {
		for _, cue := range p.cues() {
			c.classify(cue)
		}
	}
	c.grow()
	for i, p := range All {
		if p.Might != nil {
			c.picky |= 1 << i
		}
		for _, cue := range p.cues() {
			c.add(cue, 1<<i)
		}
	}
	c.link()
	c.compile()
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

func (c *cues) classify(cue string) {
	for i := range len(cue) {
		if c.class[cue[i]] == 0 {
			c.class[cue[i]] = uint8(c.width)
			c.width++
		}
	}
}

// grow adds a state.
func (c *cues) grow() uint16 {
	c.next = append(c.next, make([]uint16, c.width)...)
	c.finds = append(c.finds, 0)
	return uint16(len(c.finds) - 1)
}

func (c *cues) step(state uint16, b byte) *uint16 { return &c.next[int(state)*c.width+int(c.class[b])] }

func (c *cues) add(cue string, who Set) {
	state := uint16(0)
	for i := range len(cue) {
		if *c.step(state, cue[i]) == 0 {
			n := c.grow()
			*c.step(state, cue[i]) = n
		}
		state = *c.step(state, cue[i])
	}
	c.finds[state] |= who
}

// link turns the tree into a machine that never goes back: a state without a step takes that of its longest suffix.
func (c *cues) link() {
	c.fail = make([]uint16, len(c.finds))
	queue := []uint16{0}
	for len(queue) > 0 {
		state := queue[0]
		queue = queue[1:]
		for k := range c.width {
			at := int(state)*c.width + k
			other := uint16(0)
			if state != 0 {
				other = c.next[int(c.fail[state])*c.width+k]
			}
			child := c.next[at]
			if child == 0 {
				c.next[at] = other
				continue
			}
			c.fail[child] = other
			c.finds[child] |= c.finds[other]
			queue = append(queue, child)
		}
	}
}

// compile turns states into rows of next, so that a byte costs one lookup. The lowest bit says that a cue ends there.
func (c *cues) compile() {
	c.rows = make([]uint32, len(c.next))
	for i, state := range c.next {
		c.rows[i] = uint32(int(state)*c.width) << 1
		if c.finds[state] != 0 {
			c.rows[i] |= 1
		}
	}
}

// in returns the parsers whose cues text contains.
func (c *cues) in(text []byte) (found Set) {
	row := uint32(0)
	for _, b := range text {
		row = c.rows[row>>1+uint32(c.class[b])]
		if row&1 != 0 {
			found |= c.finds[row>>1/uint32(c.width)]
		}
	}
	return found
}

// Find returns the parsers that may know a line, of which text is the part without the prefix of a process.
func Find(line, text []byte) Set {
	c := allCues()
	found := c.in(line)
	for rest := found & c.picky; rest != 0; {
		one := rest & -rest
		if p := rest.First(); !p.Might(text) {
			found &^= one
		}
	}
	return found
}

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
