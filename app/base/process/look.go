package process

import (
	"os"
	"path"
	"slices"
	"strings"
)

// Look finds the trees of many runs repeatedly at low cost: it does not read processes again that are known to belong
// to no run. It is not safe for use by several goroutines.
type Look struct {
	foreign map[int]uint64 // by PID; a process that has this number later is another entry
	rounds  int
}

// foreignRounds is the number of looks after which all processes are read again: one that was seen before its holder
// was known is not foreign.
const foreignRounds = 20

// NewLook returns a Look without processes.
func NewLook() *Look { return &Look{foreign: map[int]uint64{}} }

// Trees returns, for each holder, the live processes below it.
func (l *Look) Trees(holders []int) (map[int][]Proc, error) {
	if len(holders) == 1 {
		if tree, sure := treeBelow(holders[0]); sure {
			return map[int][]Proc{holders[0]: tree}, nil
		}
	}
	list, err := entries()
	if err != nil {
		return nil, err
	}
	if l.rounds++; l.rounds%foreignRounds == 0 {
		clear(l.foreign)
	}
	root := make(map[int]int, 2*len(holders)) // the holder of each process of ours
	for _, h := range holders {
		root[h] = h
	}
	root[os.Getpid()] = os.Getpid() // a manager started inside a run isn't part of it
	var seen []Proc
	is := make(map[int]uint64, len(list))
	for _, e := range list {
		if is[e.pid] = e.is; root[e.pid] == 0 && l.foreign[e.pid] != e.is {
			if p, err := e.read(); err == nil {
				seen = append(seen, p)
			}
		}
	}
	return l.sort(seen, root, holders, is), nil
}

// treeBelow returns the live processes below a holder without a look at all others. It is not sure if some began or
// ended meanwhile: it could have missed others.
func treeBelow(holder int) (tree []Proc, sure bool) {
	pids, listed := descend(holder)
	for _, pid := range pids {
		p, err := Read(pid)
		if err != nil || pid == os.Getpid() { // a manager started inside a run isn't part of it
			return nil, false
		}
		if p.live() {
			tree = append(tree, p)
		}
	}
	again, _ := descend(holder)
	return tree, listed && slices.Equal(pids, again)
}

// sort assigns each process to its holder, and remembers processes without one.
func (l *Look) sort(seen []Proc, root map[int]int, holders []int, is map[int]uint64) map[int][]Proc {
	for grown := true; grown; {
		grown = false
		for _, p := range seen {
			if h := root[p.PPID]; h != 0 && root[p.PID] == 0 {
				root[p.PID], grown = h, true
			}
		}
	}
	trees := make(map[int][]Proc, len(holders))
	for _, p := range seen {
		switch h := root[p.PID]; {
		case h == 0:
			l.foreign[p.PID] = is[p.PID]
		case p.live() && h != os.Getpid():
			trees[h] = append(trees[h], p)
		}
	}
	return trees
}

// Program returns the name of the program of a process and its first argument that is not a flag, such as "node
// server.js"; "" if this user can't see it.
func Program(pid int) string {
	argv := arguments(pid)
	if len(argv) == 0 || argv[0] == "" {
		return ""
	}
	name := path.Base(argv[0])
	for _, a := range argv[1:] {
		if a != "" && !strings.HasPrefix(a, "-") {
			if path.IsAbs(a) {
				a = path.Base(a)
			}
			return name + " " + a
		}
	}
	return name
}
