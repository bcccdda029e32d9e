package run

// Look finds the trees of many runs again and again for little: processes that are known to be nobody's are not read
// each time. It is not safe for use by several goroutines.
type Look struct {
	foreign map[int]bool
	rounds  int
}

// foreignRounds is after how many looks everybody is read again: a number may have been recycled meanwhile.
const foreignRounds = 20

// NewLook gives one that knows nobody yet.
func NewLook() *Look { return &Look{foreign: map[int]bool{}} }

// Trees gives, for each holder, the live processes below it.
func (l *Look) Trees(holders []int) (map[int][]Proc, error) {
	list, err := pids()
	if err != nil {
		return nil, err
	}
	if l.rounds++; l.rounds%foreignRounds == 0 {
		clear(l.foreign)
	}
	root := make(map[int]int, 2*len(holders)) // of each process of ours: its holder
	for _, h := range holders {
		root[h] = h
	}
	var seen []Proc
	for _, pid := range list {
		if root[pid] == 0 && !l.foreign[pid] {
			if p, err := readProc(pid); err == nil {
				seen = append(seen, p)
			}
		}
	}
	return l.sort(seen, root, holders), nil
}

// sort gives each process to its holder, and remembers those that have none.
func (l *Look) sort(seen []Proc, root map[int]int, holders []int) map[int][]Proc {
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
			l.foreign[p.PID] = true
		case p.live():
			trees[h] = append(trees[h], p)
		}
	}
	return trees
}
