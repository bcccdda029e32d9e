package cli

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"
)

// workPause is how long a job of the worker takes.
const workPause = 1500 * time.Millisecond

// worker prints like a worker: levels, colors, sometimes an error with its traceback.
func (s demoServer) worker(ctx context.Context) error {
	s.line("INFO", "worker is up, waiting for jobs")
	for n := 1; pause(ctx, workPause); n++ {
		switch {
		case n%12 == 0:
			s.failed(n)
		case n%5 == 0:
			s.line("WARN", "job %d was slow: took 1.2s, expected 0.5s", n)
		case n%3 == 0:
			s.line("DEBUG", "queue is empty, polling again")
		default:
			s.line("INFO", "job %d done: resized image-%03d.jpg", n, n*7%1000)
		}
	}
	s.line("INFO", "worker says goodbye")
	return nil
}

func (s demoServer) line(level, format string, args ...any) {
	color := map[string]string{"INFO": "32", "WARN": "33", "ERROR": "31", "DEBUG": "2"}[level]
	fmt.Fprintf(s.Out, "\x1b[2m%s\x1b[0m \x1b[%sm%-5s\x1b[0m %s\n", time.Now().Format(timeLayout), color, level,
		fmt.Sprintf(format, args...))
}

func (s demoServer) failed(n int) {
	s.line("ERROR", "job %d failed", n)
	_, _ = io.WriteString(s.Out, strings.Join([]string{
		"Traceback (most recent call last):",
		`  File "worker/jobs.py", line 48, in run`,
		"    thumbnail = resize(image, width=320)",
		`  File "worker/images.py", line 17, in resize`,
		"    scale = width / image.width",
		"ZeroDivisionError: division by zero",
	}, "\n")+"\n")
}

// hello is the task of the project.
func (s demoServer) hello(ctx context.Context) error {
	for _, line := range []string{"Hello.", "This is a task: it runs, prints, and ends.",
		"devservers run ends with its exit code."} {
		_, _ = io.WriteString(s.Out, line+"\n")
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
