//go:build chaos

package chaos

import (
	"fmt"
	"sync"
	"time"
)

// act is a change that was acknowledged.
type act struct{ client, action, target string }

// acts are the acknowledged changes of a burst, for V14.
type acts struct {
	mu    sync.Mutex
	began time.Time
	list  []act
}

func (b *burst) acted(a answer, action, target string) {
	if a.ok() {
		b.acts.mu.Lock()
		defer b.acts.mu.Unlock()
		b.acts.list = append(b.acts.list, act{a.client, action, target})
	}
}

// recorded checks that the history has each acknowledged change, once.
func (p *play) recorded(b *burst) {
	var list []struct {
		Actor          struct{ Client string }
		Action, Target string
	}
	if a := p.get(fmt.Sprintf("/api/history?limit=1000&since=%s", b.acts.began.UTC().Format(time.RFC3339)),
		&list); !a.ok() {
		p.violate("V14", "the history can't be read: %s", a)
		return
	}
	count := map[act]int{}
	for _, e := range list {
		count[act{e.Actor.Client, e.Action, e.Target}]++
	}
	for _, x := range b.acts.list {
		if count[x] != 1 && len(list) < 1000 {
			p.violate("V14", "the history has %d times: %+v", count[x], x)
		}
	}
}
