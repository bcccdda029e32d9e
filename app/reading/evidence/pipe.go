package evidence

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// mostMessage bounds one message of the browser: a page may print as much as it likes.
const mostMessage = 32 << 20

// errEnded means that the browser ended, or was ended, while an answer was awaited.
var errEnded = errors.New("the browser ended while the page was open")

// pipe is the connection to a browser: messages in JSON, each ended by a zero byte. All methods may be called at once.
type pipe struct {
	w     io.Writer
	write sync.Mutex
	ended chan struct{} // closed when nothing more comes

	mu       sync.Mutex
	last     int
	waiting  map[int]chan packet
	watchers map[string]func(method string, params json.RawMessage) // by session
}

// packet is an answer, or an event if it has a method.
type packet struct {
	ID      int             `json:"id"`
	Session string          `json:"sessionId"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
	Result  json.RawMessage `json:"result"`
	Error   *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// newPipe begins to read messages, until r ends or breaks the protocol.
func newPipe(r io.Reader, w io.Writer) *pipe {
	p := &pipe{w: w, ended: make(chan struct{}), waiting: map[int]chan packet{},
		watchers: map[string]func(string, json.RawMessage){}}
	go p.read(r)
	return p
}

func (p *pipe) read(r io.Reader) {
	defer close(p.ended)
	messages := bufio.NewScanner(r)
	messages.Buffer(nil, mostMessage)
	messages.Split(splitZero)
	for messages.Scan() {
		var m packet
		if json.Unmarshal(messages.Bytes(), &m) != nil {
			return
		}
		p.deliver(m)
	}
}

func splitZero(data []byte, _ bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return i + 1, data[:i], nil
	}
	return 0, nil, nil
}

func (p *pipe) deliver(m packet) {
	p.mu.Lock()
	answer, watcher := p.waiting[m.ID], p.watchers[m.Session]
	delete(p.waiting, m.ID)
	p.mu.Unlock()
	switch {
	case m.Method != "" && watcher != nil:
		watcher(m.Method, m.Params)
	case m.Method == "" && answer != nil:
		answer <- m
	}
}

// watch calls do with each event of a session, until it is called with nil. do must not wait.
func (p *pipe) watch(session string, do func(method string, params json.RawMessage)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if do == nil {
		delete(p.watchers, session)
		return
	}
	p.watchers[session] = do
}

// call sends a command, of a session unless that is "", and reads the answer into result unless that is nil.
func (p *pipe) call(ctx context.Context, session, method string, params map[string]any, result any) error {
	id, answer := p.expect()
	defer p.forget(id)
	if err := p.send(id, session, method, params); err != nil {
		return err
	}
	select {
	case m := <-answer:
		if m.Error != nil {
			return fmt.Errorf("the browser refused %s: %s", method, m.Error.Message)
		}
		if result == nil {
			return nil
		}
		return json.Unmarshal(m.Result, result)
	case <-p.ended:
		return errEnded
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *pipe) expect() (id int, answer chan packet) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last++
	answer = make(chan packet, 1)
	p.waiting[p.last] = answer
	return p.last, answer
}

func (p *pipe) forget(id int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.waiting, id)
}

func (p *pipe) send(id int, session, method string, params map[string]any) error {
	command := map[string]any{"id": id, "method": method}
	if session != "" {
		command["sessionId"] = session
	}
	if params != nil {
		command["params"] = params
	}
	data, err := json.Marshal(command)
	if err != nil {
		return err
	}
	p.write.Lock()
	defer p.write.Unlock()
	if _, err := p.w.Write(append(data, 0)); err != nil {
		return errEnded
	}
	return nil
}
