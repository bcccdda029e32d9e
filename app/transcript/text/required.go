package text

import (
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// maxAlternatives bounds the number of literals, one of which must occur; each costs a scan.
const maxAlternatives = 8

// required returns literals at least one of which occurs in each match of re, or nil if none are known.
func required(re *syntax.Regexp) []Literal {
	switch re.Op {
	case syntax.OpLiteral:
		return longestRun(re.Rune, re.Flags&syntax.FoldCase != 0)
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return required(re.Sub[0])
		}
	case syntax.OpConcat:
		return bestOf(re.Sub)
	case syntax.OpAlternate:
		return allOf(re.Sub)
	}
	return nil
}

// longestRun returns the longest part of a literal that can be found by comparing bytes. With fold, it leaves out k
// and s: U+212A and U+017F also match them. It leaves out U+FFFD, which would match bytes that are not UTF-8.
func longestRun(runes []rune, fold bool) []Literal {
	var best, run string
	for _, r := range runes {
		if r == utf8.RuneError || fold && (r >= utf8.RuneSelf || strings.ContainsRune("kKsS", r)) {
			run = ""
			continue
		}
		if run += string(r); len(run) > len(best) {
			best = run
		}
	}
	if best == "" {
		return nil
	}
	return []Literal{NewLiteral(best, fold)}
}

// bestOf picks the part of a concatenation whose shortest literal is the longest.
func bestOf(subs []*syntax.Regexp) (best []Literal) {
	for _, sub := range subs {
		if lits := required(sub); shortest(lits) > shortest(best) {
			best = lits
		}
	}
	return best
}

func shortest(lits []Literal) int {
	if len(lits) == 0 {
		return 0
	}
	n := lits[0].Len()
	for _, l := range lits {
		n = min(n, l.Len())
	}
	return n
}

func allOf(subs []*syntax.Regexp) (all []Literal) {
	for _, sub := range subs {
		lits := required(sub)
		if lits == nil || len(all)+len(lits) > maxAlternatives {
			return nil
		}
		all = append(all, lits...)
	}
	return all
}
