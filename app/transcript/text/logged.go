package text

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// Logged is a request as structured logs tell of it, in one line or in two with the same id.
type Logged struct {
	ID, Method, Path string
	Status           int
}

// names are what logs call the parts of a request, in lower case and without underscores.
var (
	ids      = []string{"reqid", "requestid", "id"}
	paths    = []string{"url", "uri", "path"}
	statuses = []string{"status", "statuscode"}
)

// loggedRequest returns the request that a line of JSON is about, if it has a method and an address, or a status and
// an id: at the top, or in an object there.
func loggedRequest(line []byte) (r Logged, is bool) {
	line = bytes.TrimSpace(line)
	if !bytes.HasPrefix(line, []byte("{")) || len(line) > 4*MaxPath ||
		!bytes.Contains(line, []byte("tatus")) && !bytes.Contains(line, []byte("ethod")) {
		return r, false
	}
	var top map[string]any
	if json.Unmarshal(line, &top) != nil {
		return r, false
	}
	r.read(top)
	for _, value := range top {
		if nested, ok := value.(map[string]any); ok {
			r.read(nested)
		}
	}
	return r, r.Method != "" && strings.HasPrefix(r.Path, "/") || r.Status != 0 && r.ID != "" && r.Path == ""
}

// read takes the parts of a request out of an object. The first of each counts.
func (r *Logged) read(object map[string]any) {
	for name, value := range object {
		name = strings.ReplaceAll(strings.ToLower(name), "_", "")
		said, _ := value.(string)
		number, _ := value.(float64)
		switch {
		case slices.Contains(ids, name) && r.ID == "" && (said != "" || number != 0):
			id, _ := json.Marshal(value)
			r.ID = string(id)
		case name == "method" && r.Method == "":
			r.Method = said
		case slices.Contains(paths, name) && r.Path == "":
			r.Path = said
		case slices.Contains(statuses, name) && r.Status == 0:
			r.Status = int(number)
		}
	}
}

// Get returns the path that was requested, "" if it was not with GET.
func (r Logged) Get() string {
	if r.Method != "GET" {
		return ""
	}
	return r.Path
}

// Asked are the requests of structured logs whose answers have not been logged, by id. The zero value is empty.
type Asked struct{ open map[string]Logged }

const maxAsked = 100

// Take returns the request that a line is about, with what an earlier line said of it.
func (a *Asked) Take(line []byte) (r Logged, is bool) {
	if r, is = loggedRequest(line); !is {
		return r, false
	}
	asked, known := a.open[r.ID]
	switch {
	case r.Path != "" && r.Status == 0 && r.ID != "":
		if a.open == nil || len(a.open) >= maxAsked {
			a.open = map[string]Logged{}
		}
		a.open[r.ID] = r
	case r.Path == "":
		r.Method, r.Path = asked.Method, asked.Path
		delete(a.open, r.ID)
		return r, known
	}
	return r, true
}
