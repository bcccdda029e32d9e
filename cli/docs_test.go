package cli

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

var updateDocs = flag.Bool("update-docs", false, "write docs/cli.md")

const commandDocs = "../docs/cli.md"

// TestCommandDocs compares docs/cli.md with the help of each command. With -update-docs it writes the file.
func TestCommandDocs(t *testing.T) {
	want := commandDocument(rootCommand(thisProgram()))
	if *updateDocs {
		if err := os.WriteFile(commandDocs, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(commandDocs)
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != want {
		t.Errorf("%s is not what --help says; write it with: go test ./cli -run CommandDocs -update-docs", commandDocs)
	}
}

func commandDocument(root *cobra.Command) string {
	var b strings.Builder
	b.WriteString("# Command line\n\nWritten from `--help` by `go test ./cli -run CommandDocs -update-docs`.\n\n")
	fmt.Fprintf(&b, "```text\n%s\n```\n", strings.TrimSpace(helpOf(root)))
	for _, c := range root.Commands() {
		documentCommand(&b, c)
	}
	fmt.Fprintf(&b, "\n## Exit codes\n\n```text\n%s\n```\n", strings.TrimSpace(exitHelp))
	return b.String()
}

func documentCommand(b *strings.Builder, c *cobra.Command) {
	if c.Hidden || c.Name() == "help" {
		return
	}
	fmt.Fprintf(b, "\n## %s\n\n```text\n%s\n```\n", c.CommandPath(), strings.TrimSpace(helpOf(c)))
	for _, sub := range c.Commands() {
		documentCommand(b, sub)
	}
}

// helpOf returns the help of a command without the flags that all commands have.
func helpOf(c *cobra.Command) string {
	fitHelp(c)
	text := c.Long
	if text == "" {
		text = c.Short
	}
	text = strings.TrimSpace(text) + "\n\n" + c.UsageString()
	text, _, _ = strings.Cut(text, "\nGlobal Flags:")
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimRight(line, " \n"))
	}
	return strings.Join(lines, "\n")
}
