package yml

import (
	"slices"

	"devservers/app/base/words"
)

// synonyms are what other tools call a key of ours.
var synonyms = map[string]string{
	"services": "servers", "processes": "servers", "procs": "servers", "apps": "servers", "jobs": "tasks",
	"name": "project", "cmd": "command", "run": "command", "exec": "command", "script": "command", "shell": "command",
	"cwd": "working_dir", "dir": "working_dir", "directory": "working_dir", "path": "working_dir", "root": "working_dir",
	"environment": "env", "vars": "env", "dotenv": "env_file", "ports": "port", "needs": "depends_on",
	"requires": "depends_on", "readiness_probe": "ready", "healthcheck": "ready", "liveness_probe": "alive",
	"health": "alive", "availability": "restart", "autorestart": "restart",
}

// MeantKey returns the keys of names that an unknown key may stand for: similar ones, or what other tools call so.
func MeantKey(key string, names []string) []string {
	if meant := words.Meant(key, names); len(meant) > 0 {
		return meant
	}
	if other := synonyms[key]; slices.Contains(names, other) {
		return []string{other}
	}
	return nil
}
