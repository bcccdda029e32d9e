package view

import (
	"bufio"
	"context"
	"fmt"
	"strings"
)

// Ask asks a question and reports whether the person says yes.
func (c Console) Ask(ctx context.Context, question string) bool {
	s := c.Style(c.Err)
	c.Notef("%s %s ", s.Paint(Bold, question), s.Paint(Dim, "[y/N]"))
	answer := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(c.In).ReadString('\n')
		answer <- strings.ToLower(strings.TrimSpace(line))
	}()
	select {
	case line := <-answer:
		return line == "y" || line == "yes"
	case <-ctx.Done():
		fmt.Fprintln(c.Err)
		return false
	}
}
