//go:build chaos

package chaos

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"devservers/app/base/home"
)

// answer is what came of a request. A request that got none may have been carried out all the same.
type answer struct {
	client string // the name under which the history has it
	status int    // 0: no answer
	code   string // of a problem
	body   string
	took   time.Duration
	err    error
}

func (a answer) ok() bool { return a.status >= 200 && a.status < 300 }

func (a answer) String() string {
	if a.err != nil {
		return "no answer: " + a.err.Error()
	}
	if a.ok() {
		return fmt.Sprint(a.status)
	}
	return fmt.Sprintf("%d %.200s", a.status, strings.TrimSpace(a.body))
}

func (w *world) get(path string, into any) answer { return w.send("GET", path, nil, into) }

func (w *world) post(path string, body, into any) answer { return w.send("POST", path, body, into) }

// send sends one request to the manager that runs now, if one does.
func (w *world) send(method, path string, body, into any, headers ...string) answer {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	began := time.Now()
	a := answer{client: fmt.Sprintf("c%d", w.calls.Add(1))}
	response, err := w.request(ctx, a.client, method, path, body, headers...)
	if err == nil {
		defer response.Body.Close()
		var data []byte
		data, err = io.ReadAll(response.Body)
		a.status, a.body = response.StatusCode, string(data)
	}
	if a.took = time.Since(began); err != nil {
		a.status, a.err = 0, err
	}
	if errors.Is(err, context.DeadlineExceeded) {
		w.violate("V13", "no answer to %s %s within %s", method, path, patience)
	}
	var problem struct{ Code string }
	if a.status >= 400 {
		_ = json.Unmarshal([]byte(a.body), &problem)
		a.code = problem.Code
	} else if into != nil && a.ok() {
		if err := json.Unmarshal([]byte(a.body), into); err != nil {
			w.violate("V13", "%s %s: %v in %.300s", method, path, err, a.body)
		}
	}
	return a
}

func (w *world) request(ctx context.Context, client, method, path string, body any, headers ...string) (*http.Response,
	error) {
	st, running, err := home.ReadStatus(w.dirs)
	if err != nil || !running {
		time.Sleep(20 * time.Millisecond)
		w.unheard.Add(1)
		return nil, errNoManager
	}
	var content io.Reader
	if method == "POST" {
		data, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		content = bytes.NewReader(data)
	}
	r, err := http.NewRequestWithContext(ctx, method, st.URL+path, content)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+st.Token)
	r.Header.Set("X-Devservers-Actor", "cli")
	r.Header.Set("X-Devservers-Client", client)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return w.http.Do(r)
}

var errNoManager = errors.New("no manager runs")

// environment is what a person's shell has.
func (w *world) environment() map[string]string {
	return map[string]string{"HOME": w.dir, "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"}
}
