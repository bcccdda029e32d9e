//go:build !linux

package cage

import "os"

// Cage is the cage of a run that has not started yet.
type Cage struct {
	Path  string     // of what is executed instead of the command
	Words []string   // its words
	Files []*os.File // its descriptors from 3 on
}

// Open prepares the cage of a run; path and words are the command.
func Open(p *Plan, _, _, path string, words []string) (*Cage, error) {
	args := append([]string{"sandbox-exec", "-p", p.seatbelt(), "/usr/bin/env", Variable + "=1", path}, words[1:]...)
	return &Cage{Path: p.Engine, Words: args}, nil
}

// Hold holds nothing: sandbox-exec becomes the command.
func Hold() (release func()) { return func() {} }

// Forked has nothing to close: the kernel holds the cage.
func (c *Cage) Forked(error) {}
