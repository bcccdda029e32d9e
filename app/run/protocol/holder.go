package protocol

import (
	"fmt"
	"os"
	"os/signal"
	"path"
	"syscall"
	"time"

	"devservers/app/base/process"
	"devservers/app/transcript"
)

// drainTime is how long the holder keeps reading after the tree is gone while another process keeps the terminal
// open.
const drainTime = time.Second

// sweepTick is the pause between two rounds while a holder ends its tree. A death of one of its children wakes it at
// once.
const sweepTick = 50 * time.Millisecond

// init makes this process a holder, and does not return, if it was started as one. Every program that links app/run can
// so start itself as a holder. It lives as long as its run, and there is one for each running server, so it should not
// carry what the packages of the manager allocate before main: of the packages whose imports are initialized, the next
// one is the first by import path (Go specification, "Program initialization"), and this one comes before most modules
// on github.com. Were that to change, a holder would only be larger; TestHoldersBeginBeforeTheRestIsInitialized would
// say so.
func init() {
	if len(os.Args) > 1 && os.Args[1] == HoldArg && InHolder() {
		go func() { os.Exit(hold(len(os.Args) == 2)) }() // an init is locked to its thread
		select {}
	}
}

// hold is the whole life of a holder: it reads the spec from descriptor 3, starts the command, copies its output,
// serves managers, and returns the exit code. A spare has no run in its arguments, and waits for one.
func hold(spare bool) int {
	signals := make(chan os.Signal, 8)
	catch(signals)
	keepInherited()
	syscall.CloseOnExec(LockFD) // it stays open, and with it the lock held, until this process ends
	first, err := New(WireFD)
	if err != nil {
		return fail(err)
	}
	receive := first.Receive
	if spare {
		warm()
		receive = func() (Message, error) { return await(first, signals) }
	}
	m, err := receive()
	switch {
	case err != nil && spare:
		return 0 // its manager has ended, or a signal ends it
	case err != nil || m.Spec == nil:
		return fail(fmt.Errorf("no spec: %w", err))
	case spare:
		err = enter(first, m)
	}
	h := newHolder(*m.Spec, signals)
	if err == nil {
		err = h.open()
	}
	if err != nil {
		_ = first.Send(Message{Op: "failed", Error: err.Error(), Errno: ErrnoOf(err)}, -1)
		return fail(err)
	}
	h.serve(first)
	go h.typeInput()
	h.loop()
	return 0
}

// catch makes signals go to a channel. It does not ignore them: they would stay ignored in the command.
func catch(signals chan os.Signal) {
	signal.Notify(signals, syscall.SIGCHLD, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT,
		syscall.SIGPIPE, syscall.SIGTSTP, syscall.SIGTTIN, syscall.SIGTTOU)
}

func fail(err error) int {
	Report(err)
	return 1
}

// holder owns one run. Only its loop changes these fields; the copier owns the transcript.
type holder struct {
	spec     Spec
	record   Record
	signals  chan os.Signal
	requests chan Message
	dir      string           // of the run, absolute
	entered  chan struct{}    // the copier has begun a log file: its folder may be a new one
	again    <-chan time.Time // for another look at the folder
	typed    chan []byte      // input that waits for the command to read it
	listener *Listener
	peers    peers
	master   *Source // our side of the terminal, or of the pipe
	out      *Copier
	copied   bool           // all output is in the transcript
	sweep    *process.Sweep // not nil once the tree is to end
	killed   bool           // a stop was requested; its Cause goes into End
	stop     StopRequest
	drained  <-chan time.Time
	asked    <-chan time.Time // the end of waiting for the manager's answer; see ask
	waits    bool             // for that
	end      *End             // how the command ended, until settle puts it into the record
	late     <-chan time.Time
}

func newHolder(spec Spec, signals chan os.Signal) *holder {
	return &holder{
		spec: spec, record: spec.Record, signals: signals, requests: make(chan Message, 16),
		entered: make(chan struct{}, 1), typed: make(chan []byte, 64),
	}
}

// open creates all that the run needs, in its folder, and starts the command. From here on, the folder is the working
// directory.
func (h *holder) open() (err error) {
	if err = becomeSubreaper(); err != nil {
		return fmt.Errorf("cannot become a subreaper: %w", err)
	}
	if h.record.Holder, err = process.Identify(os.Getpid()); err != nil {
		return err
	}
	if h.dir, err = os.Getwd(); err != nil {
		return err
	}
	w, err := transcript.Create(h.dir, transcript.Options{Cap: h.spec.Cap, Entered: h.latest})
	if err != nil {
		return err
	}
	if h.listener, err = Listen(SocketName); err != nil {
		return err
	}
	slave, err := h.openMaster()
	if err != nil {
		return h.neverRan(w, err)
	}
	defer slave.Close()
	err = h.exec(slave)
	h.out = StartCopier(h.master, w, h.peers.note)
	if err != nil {
		h.ended(End{At: time.Now(), Code: -1, Error: err.Error(), Errno: ErrnoOf(err)})
	}
	h.publish()
	return nil
}

// latestLog is a symlink beside a server's runs. It points to the current log file of the latest run, for tail -F and
// rg.
const latestLog = "latest.log"

// latest points latestLog at the transcript's current file. It is a convenience: a failure costs no line.
func (h *holder) latest(log string) {
	select {
	case h.entered <- struct{}{}:
	default:
	}
	beside := path.Dir(h.dir)
	next := path.Join(beside, latestLog+"."+h.record.ID)
	_ = os.Remove(next)
	if os.Symlink(path.Join(h.record.ID, log), next) == nil {
		_ = os.Rename(next, path.Join(beside, latestLog))
	}
}

// neverRan ends a run that got no terminal; its record explains why.
func (h *holder) neverRan(w *transcript.Writer, why error) error {
	if _, err := w.Close(); err != nil {
		return err
	}
	h.ended(End{At: time.Now(), Code: -1, Error: why.Error(), Errno: ErrnoOf(why)})
	return nil
}

func (h *holder) openMaster() (slave *os.File, err error) {
	var fd int
	if h.spec.PTY {
		fd, slave, err = OpenTerminal(h.spec.Cols, h.spec.Rows)
	} else {
		fd, slave, err = openPipe()
	}
	if err == nil {
		h.master, err = NewSource(fd)
	}
	return slave, err
}

// loop handles all events of the holder, until nothing is left of the run.
func (h *holder) loop() {
	tick := time.NewTicker(time.Hour)
	defer tick.Stop()
	for !h.over() {
		late := false
		select {
		case sig := <-h.signals:
			h.signaled(sig)
		case m := <-h.requests:
			h.handle(m)
		case <-tick.C:
		case <-h.entered:
			h.look()
		case <-h.again:
			h.lookAgain()
		case <-h.outputEnd():
			h.copied = true
		case <-h.drained:
			if h.out != nil {
				h.out.End()
			}
		case <-h.asked:
			h.waits = false
		case <-h.late:
			late = true
		}
		h.settle(late)
		if h.sweep != nil {
			tick.Reset(sweepTick)
		}
		h.sweepOn()
	}
	h.finish()
}

// outputEnd is closed when the terminal has no more output. It is nil once that is known, or when there is no
// terminal.
func (h *holder) outputEnd() <-chan struct{} {
	if h.out == nil || h.copied {
		return nil
	}
	return h.out.Done()
}

// over reports whether the command has ended, its tree is gone, and its output is in the transcript.
func (h *holder) over() bool {
	return h.record.End != nil && h.record.Gone != nil && (h.out == nil || h.copied)
}

func (h *holder) signaled(sig os.Signal) {
	switch sig {
	case syscall.SIGCHLD:
		h.reap()
	case syscall.SIGHUP: // a manager that can't find our folder
		h.look()
	case syscall.SIGTERM: // the machine shuts down, or somebody ends us: end our tree too
		h.handle(Message{Op: "stop", Stop: &StopRequest{Signal: syscall.SIGTERM,
			Timeout: h.spec.StopTimeout, Cause: CauseShutdown}})
	}
}

// finish writes the last record, sends it to the managers, and gives them a moment to read it. If the disk is full, it
// stays until the record is saved, and serves managers meanwhile: nobody else knows how the run ended.
func (h *holder) finish() {
	if h.out != nil {
		if err := h.out.Close(); err != nil {
			fail(err)
		}
	}
	saved := h.saveEnd()
	h.peers.final(h.record)
	for !saved {
		select {
		case <-time.After(saveAgain):
			saved = h.saveEnd()
		case sig := <-h.signals:
			saved = sig == syscall.SIGTERM
		case <-h.requests:
		}
	}
	_ = os.Remove(SocketName)
	h.listener.Close()
	h.peers.close()
}

// saveAgain is the pause before another attempt to save the last record.
const saveAgain = time.Second

func (h *holder) saveEnd() bool {
	h.restore()
	err := h.record.Save(".")
	if err != nil {
		fail(err)
	}
	return err == nil
}
