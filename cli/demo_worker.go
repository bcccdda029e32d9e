package cli

import (
	"context"
	"strings"
	"time"

	"devservers/cli/term"
)

// workPause is how long the demo's worker takes for a job.
const workPause = 1500 * time.Millisecond

// work prints what a worker prints: levels, colours, now and then an error with its traceback.
func (p *program) work(ctx context.Context) error {
	p.workLine("INFO", term.Green, "worker is up, waiting for jobs")
	for n := 1; pause(ctx, workPause); n++ {
		switch {
		case n%12 == 0:
			p.workError(n)
		case n%5 == 0:
			p.workLine("WARN", term.Yellow, "job %d was slow: took 1.2 s, expected 0.5 s", n)
		case n%3 == 0:
			p.workLine("DEBUG", term.Dim, "queue is empty, asking again")
		default:
			p.workLine("INFO", term.Green, "job %d done: resized image-%03d.jpg", n, n*7%1000)
		}
	}
	p.workLine("INFO", term.Green, "worker says goodbye")
	return nil
}

func (p *program) workLine(level, colour, format string, args ...any) {
	stamp := p.now().Format(timeLayout)
	p.Printf("\x1b[2m"+stamp+"\x1b[0m \x1b["+colour+"m"+term.Pad(level, 5)+"\x1b[0m "+format+"\n", args...)
}

func (p *program) workError(n int) {
	p.workLine("ERROR", term.Red, "job %d failed", n)
	p.Print(strings.Join([]string{
		"Traceback (most recent call last):",
		`  File "worker/jobs.py", line 48, in run`,
		"    thumbnail = resize(image, width=320)",
		`  File "worker/images.py", line 17, in resize`,
		"    scale = width / image.width",
		"ZeroDivisionError: division by zero",
	}, "\n") + "\n")
}

// hello is the demo's task.
func (p *program) hello(ctx context.Context) error {
	for _, line := range []string{"Hello.", "This is a task: it runs, prints, and ends.", "Its exit code is that of devservers run."} {
		p.Print(line + "\n")
		if !pause(ctx, 300*time.Millisecond) {
			return ctx.Err()
		}
	}
	return nil
}

// pause waits and tells whether to go on.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
