package mcp

import (
	"devservers/app/digest"
	"devservers/app/words"
	"devservers/mcp/output"
	"fmt"
	"strings"
	"time"
)

// errorsShown bounds the errors of one server in an answer.
const errorsShown = 15

func errorsText(head, body string, m output.Mark, found int) text {
	if found == 0 {
		return text(head + "no errors\n")
	}
	var b strings.Builder
	b.WriteString(head)
	m.Begin(&b)
	b.WriteString(body)
	m.End(&b)
	b.WriteString("get_server_logs shows the lines around an error: since=run:line\n")
	return text(b.String())
}

// writeErrors writes a line for each error; as is its first word, "" = its level or fixed.
func writeErrors(b *strings.Builder, list []digest.Error, as string) {
	for _, e := range list[:min(len(list), errorsShown)] {
		word := as
		switch {
		case word == "" && e.Fixed:
			word = "fixed"
		case word == "" && !e.Current():
			word = "not seen since"
		case word == "":
			word = e.Level
		}
		fmt.Fprintf(b, "%s %s: %s (x%d, %s, line %d)\n", word, output.Tidy(e.Place(), 200), output.Tidy(e.Message, output.LineLength), e.Count, words.Ago(time.Since(e.LastAt)), e.From)
	}
}
