package app

import "time"

// ManagerView is what GET /api/status returns about the manager itself.
type ManagerView struct {
	Running   bool      `json:"running"`
	PID       int       `json:"pid"`
	URL       string    `json:"url"`
	StartedAt time.Time `json:"started_at"`
	Version   string    `json:"version"`
	Projects  int       `json:"projects"`
	Up        int       `json:"servers_up"`
	Memory    int64     `json:"memory"`             // bytes resident
	Problem   string    `json:"problem,omitempty"`  // of config.yml, which is not used while it lasts
	Warnings  []string  `json:"warnings,omitempty"` // of config.yml
	Lacks     []Lack    `json:"lacks,omitempty"`    // what the machine has too little of
	LogFile   string    `json:"log_file"`
	StateDir  string    `json:"state_dir"`
	Home      string    `json:"-"` // of the user whose manager it is
}
