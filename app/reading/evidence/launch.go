package evidence

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"devservers/app/base/process"
	"devservers/app/base/words"
)

const (
	startTime = 20 * time.Second // a browser that doesn't answer by then can't be used
	endTime   = 3 * time.Second  // for a browser to end when it is told to
	sweepTime = time.Second      // for what is left of its tree
)

// arguments are those of each browser: without a window, with a profile of its own, and without what a browser does by
// itself on the network.
var arguments = []string{
	"--headless", "--remote-debugging-pipe", "--no-first-run", "--no-default-browser-check",
	"--disable-background-networking",
	"--disable-component-update", "--disable-sync", "--disable-extensions", "--disable-default-apps", "--disable-breakpad",
	"--disable-domain-reliability", "--disable-client-side-phishing-detection",
	"--disable-features=Translate,OptimizationHints,MediaRouter",
	"--mute-audio", "--hide-scrollbars", "--disable-gpu", "--disable-dev-shm-usage", "--password-store=basic",
	"--use-mock-keychain",
	"--no-startup-window", "--metrics-recording-only", "--no-pings",
}

// program is a running browser.
type program struct {
	*pipe
	cmd     *exec.Cmd
	marker  string
	profile string
	said    *words.LastWords
	gone    chan struct{} // closed when its first process has ended
	pipes   []*os.File
	agent   string // its User-Agent
}

// launch starts a browser and waits until it answers. Its profile is a new directory in dir.
func launch(ctx context.Context, path, dir string) (*program, error) {
	profile, err := newProfile(dir)
	if err != nil {
		return nil, err
	}
	p := &program{profile: profile, said: &words.LastWords{}, gone: make(chan struct{}), marker: filepath.Base(profile)}
	if err := p.start(path); err != nil {
		return nil, errors.Join(fmt.Errorf("the browser can't be started: %w", err), os.RemoveAll(profile))
	}
	limited, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	var version struct{ UserAgent string }
	if err := p.call(limited, "", "Browser.getVersion", nil, &version); err != nil {
		p.end()
		return nil, fmt.Errorf("%s did not come up%s", path, words.Tail(": ", p.said.Line()))
	}
	p.agent = version.UserAgent
	return p, nil
}

// newProfile makes an empty directory. What an earlier manager left behind is removed.
func newProfile(dir string) (string, error) {
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	return os.MkdirTemp(dir, "browser-")
}

// start starts the process, with the two ends of the pipe as its descriptors 3 and 4.
func (p *program) start(path string) error {
	commands, toBrowser, err := os.Pipe()
	if err != nil {
		return err
	}
	fromBrowser, answers, err := os.Pipe()
	if err != nil {
		return errors.Join(err, commands.Close(), toBrowser.Close())
	}
	defer commands.Close()
	defer answers.Close()
	p.pipes = []*os.File{toBrowser, fromBrowser}
	args := append([]string{"--user-data-dir=" + p.profile}, arguments...)
	if os.Geteuid() == 0 { // the sandbox can't be had by root, and only then goes without
		args = append(args, "--no-sandbox")
	}
	p.cmd = exec.Command(path, args...)
	p.cmd.Env, p.cmd.Dir, p.cmd.Stderr = p.env(), p.profile, p.said
	p.cmd.ExtraFiles = []*os.File{commands, answers}
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C in the manager's terminal is not for it
	if err := p.cmd.Start(); err != nil {
		return errors.Join(err, toBrowser.Close(), fromBrowser.Close())
	}
	p.pipe = newPipe(fromBrowser, toBrowser)
	go func() {
		_ = p.cmd.Wait()
		close(p.gone)
	}()
	return nil
}

// env is the environment of the manager with directories of the browser's own, so that it writes nowhere else.
func (p *program) env() []string {
	env := os.Environ()
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"} {
		env = append(env, name+"="+p.profile)
	}
	return append(env, process.Marker+"="+p.marker)
}

// end ends the browser and all of its tree, and removes its profile.
func (p *program) end() {
	tree := process.Tree{ID: p.marker, Known: p.processes()}
	limited, cancel := context.WithTimeout(context.Background(), endTime)
	defer cancel()
	_ = p.call(limited, "", "Browser.close", nil, nil)
	p.pipes[0].Close() // it ends when the pipe does
	select {
	case <-p.gone:
	case <-limited.Done():
	}
	for s := process.NewSweep(tree, syscall.SIGTERM, sweepTime); s.Round() > 0; {
		time.Sleep(10 * time.Millisecond)
	}
	<-p.gone
	p.pipes[1].Close()
	<-p.ended
	_ = os.RemoveAll(p.profile)
}

// kill ends a browser that doesn't answer.
func (p *program) kill() {
	for _, id := range p.processes() {
		_ = id.Signal(syscall.SIGKILL)
	}
}

// processes returns the first process and all below it. On some systems the first one is a script.
func (p *program) processes() (list []process.Identity) {
	for _, pid := range append(process.Descendants(p.cmd.Process.Pid), p.cmd.Process.Pid) {
		if id, err := process.Identify(pid); err == nil {
			list = append(list, id)
		}
	}
	return list
}
