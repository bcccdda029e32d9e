//go:build figures && linux

package figures

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPeers does the same with each program that runs servers, in turns, and prints what it costs. It uses the ones
// that it finds in $PEERS, a list of directories, and in PATH; it installs none, and does without the others.
func TestPeers(t *testing.T) {
	t.Setenv("PATH", filepath.Dir(binary)+":"+os.Getenv("PEERS")+":"+os.Getenv("PATH"))
	results := measured{}
	var found []*peer
	for _, p := range peers {
		if _, err := exec.LookPath(p.needs); err != nil {
			fmt.Printf("%s is not there: %s\n", p.name, p.get)
			continue
		}
		found = append(found, p)
	}
	began := load()
	for _, s := range scenarios {
		for range rounds(3) {
			for _, p := range found {
				if err := s.measure(t, p, results); err != nil {
					fmt.Printf("%s, %s: %v\n", p.name, s.name, err)
				}
			}
		}
	}
	fmt.Printf("\n%d rounds, load average %s before, %s after\n\n", rounds(3), began, load())
	last := openLast(t)
	results.print(found, last)
	last.save()
}

// measured are the values of each row and peer.
type measured map[string]map[*peer][]float64

func (m measured) add(row string, p *peer, value float64) {
	fmt.Printf("%s, %s: %s\n", p.name, row, short(value)) // it takes minutes
	if m[row] == nil {
		m[row] = map[*peer][]float64{}
	}
	m[row][p] = append(m[row][p], value)
}

// print prints a row for each figure, and the ratio to the best of the others.
func (m measured) print(found []*peer, last *last) {
	head, rule := "| what |", "|---|"
	for _, p := range found {
		head, rule = head+" "+p.name+" |", rule+"---|"
	}
	fmt.Println(head + " of the best peer | last |\n" + rule + "---|---|")
	for _, r := range rows {
		text := "| " + r.name + " |"
		for i, p := range found {
			switch values := m[r.name][p]; {
			case len(values) == 0:
				text += " – |"
			case i == 0:
				text += " " + spread(values) + " |"
			default:
				text += " " + short(median(values)) + " |"
			}
		}
		ratio, best := m.ratio(r, found)
		if best == "" {
			fmt.Println(text + " – | – |")
			continue
		}
		fmt.Printf("%s %s of %s | %s |\n", text, strings.TrimSpace(short(ratio)), best, last.compare(r.name, ratio))
	}
}

// ratio divides the median of the first by the best of the peers, which the shell is not.
func (m measured) ratio(r row, found []*peer) (ratio float64, best string) {
	ours, value := median(m[r.name][found[0]]), 0.0
	for _, p := range found[2:] {
		v := median(m[r.name][p])
		if v > 0 && (best == "" || (v > value) == r.more) {
			best, value = p.name, v
		}
	}
	if best == "" || ours == 0 {
		return 0, ""
	}
	return ours / value, best
}
