package client

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"devservers/app/base/home"
)

// Service is a note for commands that the system's service manager holds the manager's port, and starts a manager when
// somebody connects.
type Service struct {
	Port int `json:"port"`
}

func serviceFile(dirs home.Dirs) string { return filepath.Join(dirs.State, "service.json") }

// Write leaves the note in the manager's directory, so that it is about that manager alone.
func (s Service) Write(dirs home.Dirs) error {
	text, err := json.Marshal(s)
	if err == nil {
		err = dirs.Make()
	}
	if err != nil {
		return err
	}
	return home.Write(serviceFile(dirs), text)
}

// Remove takes the note away.
func (Service) Remove(dirs home.Dirs) error {
	if err := os.Remove(serviceFile(dirs)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// wake connects to the port that a service holds, and returns the manager that this starts. It returns false if there
// is no service, or if it started no manager of this home.
func (f Finder) wake(ctx context.Context) (home.Status, bool) {
	var s Service
	text, err := os.ReadFile(serviceFile(f.Dirs))
	if err != nil || json.Unmarshal(text, &s) != nil || s.Port == 0 {
		return home.Status{}, false
	}
	if port, given, err := ParsePort(f.Port); err != nil || given && port != s.Port {
		return home.Status{}, false
	}
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://127.0.0.1:"+strconv.Itoa(s.Port)+"/healthz", nil)
	if err != nil {
		return home.Status{}, false
	}
	answer, err := (&http.Client{Timeout: startLimit,
		Transport: &http.Transport{DisableKeepAlives: true, ResponseHeaderTimeout: startLimit - time.Second}}).Do(r)
	if err != nil {
		return home.Status{}, false
	}
	_ = answer.Body.Close()
	st, running, err := home.ReadStatus(f.Dirs)
	return st, running && err == nil
}
