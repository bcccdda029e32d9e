package server

import (
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"devservers/app"
)

func TestMachineTellsWhatItLackedForAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := NewMachine(t.TempDir(), func() int64 { return 0 })
		m.Note(fmt.Errorf("cannot start: %w", &fs.PathError{Op: "fork/exec", Path: "/bin/sh", Err: syscall.EAGAIN}))
		m.Note(fmt.Errorf("no data: %w", syscall.EAGAIN)) // of a socket: no lack
		time.Sleep(30 * time.Second)
		list := m.Lacks()
		if len(list) != 1 || list[0].Code != app.CodeNoProcesses || !strings.Contains(list[0].Message, "30s ago") ||
			list[0].Fix == "" {
			t.Errorf("%+v", list)
		}
		time.Sleep(31 * time.Second)
		if list := m.Lacks(); len(list) > 0 {
			t.Errorf("after a minute: %+v", list)
		}
	})
}

func TestMachineNoticesThatTheClockHasGoneBack(t *testing.T) {
	m := NewMachine(t.TempDir(), func() int64 { return 0 })
	if lack := m.lackOfTime(); lack != nil {
		t.Errorf("%+v", lack)
	}
	m.wall = m.wall.Add(time.Hour) // it was so late when the manager started
	if lack := m.lackOfTime(); lack == nil || lack.Code != app.CodeClock || !strings.Contains(lack.Message, "1h") {
		t.Errorf("%+v", lack)
	}
}
