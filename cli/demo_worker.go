package cli

import (
	"context"
	"strings"
	"time"

	"devservers/cli/term"
)

// workPause is how long a job of the demo's worker takes.
const workPause = 1500 * time.Millisecond

// demoWorker prints like a worker: levels, colors, sometimes an error with its traceback.
func demoWorker(ctx context.Context, p *program) error {
	workLine(p, "INFO", term.Green, "worker is up, waiting for jobs")
	for n := 1; pause(ctx, workPause); n++ {
		switch {
		case n%12 == 0:
			workError(p, n)
		case n%5 == 0:
			workLine(p, "WARN", term.Yellow, "job %d was slow: took 1.2s, expected 0.5s", n)
		case n%3 == 0:
			workLine(p, "DEBUG", term.Dim, "queue is empty, polling again")
		default:
			workLine(p, "INFO", term.Green, "job %d done: resized image-%03d.jpg", n, n*7%1000)
		}
	}
	workLine(p, "INFO", term.Green, "worker says goodbye")
	return nil
}

func workLine(p *program, level, color, format string, args ...any) {
	stamp := p.now().Format(timeLayout)
	p.Printf("\x1b[2m"+stamp+"\x1b[0m \x1b["+color+"m"+term.Pad(level, 5)+"\x1b[0m "+format+"\n", args...)
}

func workError(p *program, n int) {
	workLine(p, "ERROR", term.Red, "job %d failed", n)
	p.Print(strings.Join([]string{
		"Traceback (most recent call last):",
		`  File "worker/jobs.py", line 48, in run`,
		"    thumbnail = resize(image, width=320)",
		`  File "worker/images.py", line 17, in resize`,
		"    scale = width / image.width",
		"ZeroDivisionError: division by zero",
	}, "\n") + "\n")
}

// demoTask is the demo's task.
func demoTask(ctx context.Context, p *program) error {
	for _, line := range []string{"Hello.", "This is a task: it runs, prints, and ends.", "devservers run ends with its exit code."} {
		p.Print(line + "\n")
		if !pause(ctx, 300*time.Millisecond) {
			return ctx.Err()
		}
	}
	return nil
}

// pause waits, and reports false if ctx has ended.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
