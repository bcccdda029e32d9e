package hosts

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/base/words"
)

// Limits of what is kept of a host.
const (
	mostProjects = 500
	mostMembers  = 500 // of a project
	longestList  = 16 << 20
)

// followPause is how long follow waits before it asks again, and at least between two updates.
const followPause = 250 * time.Millisecond

// managed reports whether a manager ran there at the last sign of life.
func (l *Link) managed() bool {
	token, _ := l.manager()
	return token != ""
}

// lookAgain is how often a host without a manager is asked for one. Only a request starts it there: somebody may have
// stopped it.
const lookAgain = 2 * time.Second

// waits returns true when a manager runs there, and false when ctx or the pipe has ended.
func (l *Link) waits(ctx context.Context, p *Pipe) bool {
	for app.Pause(ctx, lookAgain) && l.feel(ctx, p) {
		if l.managed() {
			return true
		}
	}
	return false
}

// follow keeps the host's projects as they are there: a list, and then the stream of statuses.
func (l *Link) follow(ctx context.Context, p *Pipe) {
	for l.managed() || l.waits(ctx, p) {
		if err := l.list(ctx); err == nil {
			_ = l.stream(ctx)
		}
		if !app.Pause(ctx, followPause) || !l.feel(ctx, p) {
			return
		}
	}
}

// refreshLimit bounds how long a list of hosts waits for one of them.
const refreshLimit = time.Second

// Refresh asks all hosts that can be reached what runs there. One that hangs delays nobody for long.
func (h *Hosts) Refresh(ctx context.Context) {
	if h == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, refreshLimit)
	defer cancel()
	var all sync.WaitGroup
	h.mu.Lock()
	for _, l := range h.links {
		if p, _ := l.look(); p != nil {
			all.Go(func() { _ = l.list(ctx) })
		}
	}
	h.mu.Unlock()
	all.Wait()
}

// list asks for all projects.
func (l *Link) list(ctx context.Context) error {
	body, err := l.get(ctx, "/api/projects")
	if err != nil {
		return err
	}
	defer body.Close()
	var projects []app.ProjectView
	data := io.LimitReader(l.Clean(body, false, l.Project()), longestList)
	if err := json.NewDecoder(data).Decode(&projects); err != nil {
		return err
	}
	l.mu.Lock()
	l.now.Projects = usable(projects)
	l.mu.Unlock()
	l.hosts.o.Changed()
	return nil
}

// names of projects and of servers, as config accepts them.
var names = words.Lazy(`^[A-Za-z0-9._@+/-]{1,130}$`)

// usable leaves out what can't be a project or a server.
func usable(all []app.ProjectView) []app.ProjectView {
	list := []app.ProjectView{}
	for _, p := range all[:min(len(all), mostProjects)] {
		_, id, _ := app.CutHost(p.ID)
		if !names().MatchString(id) {
			continue
		}
		p.Servers, p.Tasks = members(p.ID, p.Servers), members(p.ID, p.Tasks)
		list = append(list, p)
	}
	return list
}

func members(project string, all []app.Status) []app.Status {
	return append([]app.Status{}, words.Only(all[:min(len(all), mostMembers)], func(st app.Status) bool {
		return st.Project == project && names().MatchString(st.Name)
	})...)
}

// stream updates statuses until the stream ends, or a project came or went.
func (l *Link) stream(ctx context.Context) error {
	body, err := l.get(ctx, "/api/status/stream")
	if err != nil {
		return err
	}
	defer body.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	newest := make(chan string, 1)
	var failed error
	go func() {
		defer close(newest)
		failed = eachData(l.Clean(body, false), func(data string) {
			select { // each is the whole state, so only the newest counts
			case <-newest:
			default:
			}
			newest <- data
		})
	}()
	for data := range newest {
		var all []app.Status
		if json.Unmarshal([]byte(data), &all) != nil {
			continue
		}
		if !l.update(all) {
			return nil
		}
		l.hosts.o.Changed()
		if !app.Pause(ctx, followPause) {
			return ctx.Err()
		}
	}
	return failed
}

// eachData yields the data of each event of an event stream that has one line (HTML standard, 9.2.6).
func eachData(in io.Reader, yield func(string)) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, 16<<10), longestList)
	for lines.Scan() {
		if data, ok := strings.CutPrefix(lines.Text(), "data:"); ok {
			yield(data)
		}
	}
	return lines.Err()
}

// update replaces statuses. It returns false if they aren't those of the known projects.
func (l *Link) update(all []app.Status) bool {
	now := map[app.Ref]app.Status{}
	for _, st := range all {
		now[st.Ref()] = st
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	projects, n := make([]app.ProjectView, len(l.now.Projects)), 0
	for i, p := range l.now.Projects {
		for _, list := range []*[]app.Status{&p.Servers, &p.Tasks} {
			next := make([]app.Status, len(*list))
			for j, st := range *list {
				fresh, ok := now[st.Ref()]
				if !ok {
					return false
				}
				next[j], n = fresh, n+1
			}
			*list = next
		}
		projects[i] = p
	}
	if n != len(now) {
		return false
	}
	l.now.Projects = projects
	return true
}

// get sends a request of this manager.
func (l *Link) get(ctx context.Context, path string) (io.ReadCloser, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://manager"+path, nil)
	if err != nil {
		return nil, err
	}
	res, err := l.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if res.StatusCode != http.StatusOK {
		_ = res.Body.Close()
		return nil, fmt.Errorf("the manager there answered %d", res.StatusCode)
	}
	return res.Body, nil
}

// Lines asks the pages of logs of a host for lines.
func (h *Hosts) Lines(ctx context.Context, host string, q url.Values) (io.ReadCloser, error) {
	l, err := h.Link(host)
	if err != nil {
		return nil, err
	}
	body, err := l.get(ctx, "/logs/lines?"+q.Encode())
	if err != nil {
		return nil, err
	}
	return readCloser{l.Clean(body, true), body}, nil
}
