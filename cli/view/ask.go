package view

import (
	"bufio"
	"context"
	"fmt"
	"strings"
)

// Ask asks a question and reports whether the person says yes. Enter alone means no.
func (c Console) Ask(ctx context.Context, question string) bool {
	return c.ask(ctx, question, "[y/N]", "n")
}

// Confirm asks whether to do what the person's own command is for, and reports the answer. Enter alone means yes; the
// end of the input means no.
func (c Console) Confirm(ctx context.Context, question string) bool {
	return c.ask(ctx, question, "[Y/n]", "y")
}

func (c Console) ask(ctx context.Context, question, choice, usual string) bool {
	s := c.Style(c.Err)
	c.Notef("%s %s ", s.Paint(Bold, question), s.Paint(Dim, choice))
	answer := make(chan string, 1)
	go func() {
		line, err := bufio.NewReader(c.In).ReadString('\n')
		line = strings.ToLower(strings.TrimSpace(line))
		if err == nil && line == "" {
			line = usual
		}
		answer <- line
	}()
	select {
	case line := <-answer:
		return line == "y" || line == "yes"
	case <-ctx.Done():
		fmt.Fprintln(c.Err)
		return false
	}
}
