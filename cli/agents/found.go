package agents

import (
	"os"
	"path/filepath"
)

// programs are the names of the clients' programs, where they differ from the client's.
var programs = map[string]string{"vscode": "code", "kiro": "kiro-cli"}

// Found returns the clients that this machine has: their program can be run, or their configuration exists.
func Found(getenv func(string) string) (found []Client) {
	for _, c := range Clients() {
		if !c.second && c.isHere(getenv) {
			found = append(found, c)
		}
	}
	return found
}

func (c Client) isHere(getenv func(string) string) bool {
	program := programs[c.Name]
	if program == "" {
		program = c.Name
	}
	for _, dir := range filepath.SplitList(getenv("PATH")) {
		if i, err := os.Stat(filepath.Join(dir, program)); err == nil && i.Mode().IsRegular() && i.Mode().Perm()&0o111 != 0 {
			return true
		}
	}
	file := c.File(getenv)
	if exists(file) {
		return true
	}
	dir := filepath.Dir(file)
	return dir != filepath.Clean(getenv("HOME")) && exists(dir)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
