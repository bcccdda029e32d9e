package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// manualName is the name of a command's page without its section: devservers-config-check.
func manualName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// manualPage returns the page of a command in section 1, in roff.
func manualPage(c *cobra.Command, more string) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" devservers \"devservers manual\"\n.nh\n.ad l\n", quote(strings.ToUpper(manualName(c))))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", escape(manualName(c)), escape(c.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n", escape(synopsis(c)))
	if c.Long != "" {
		b.WriteString(".SH DESCRIPTION\n" + paragraphs(c.Long))
	}
	commands(&b, c)
	flags(&b, "OPTIONS", c.NonInheritedFlags())
	flags(&b, "GLOBAL OPTIONS", c.InheritedFlags())
	if c.Example != "" {
		b.WriteString(".SH EXAMPLES\n" + verbatim(c.Example))
	}
	if more != "" {
		b.WriteString(".SH EXIT STATUS\n" + verbatim(more))
	}
	if also := related(c); len(also) > 0 {
		b.WriteString(".SH SEE ALSO\n" + strings.Join(also, "\n") + "\n")
	}
	return b.String()
}

func synopsis(c *cobra.Command) string {
	if c.HasAvailableSubCommands() {
		return c.CommandPath() + " [command]"
	}
	return c.UseLine()
}

func commands(b *strings.Builder, c *cobra.Command) {
	title := ".SH COMMANDS\n"
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			fmt.Fprintf(b, "%s.TP\n.B %s\n%s\n", title, escape(sub.Name()), escape(sub.Short))
			title = ""
		}
	}
}

func flags(b *strings.Builder, title string, set *pflag.FlagSet) {
	title = ".SH " + title + "\n"
	set.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		value, usage := pflag.UnquoteUsage(f)
		fmt.Fprintf(b, "%s.TP\n.B %s\n%s\n", title, escape(strings.TrimSpace(name+" "+value)),
			escape(strings.ReplaceAll(usage, "\n", " ")))
		title = ""
	})
}

// related are the pages of the commands above and below.
func related(c *cobra.Command) (list []string) {
	if c.HasParent() {
		list = append(list, ".BR "+escape(manualName(c.Parent()))+" (1),")
	}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			list = append(list, ".BR "+escape(manualName(sub))+" (1),")
		}
	}
	if len(list) > 0 {
		list[len(list)-1] = strings.TrimSuffix(list[len(list)-1], ",")
	}
	return list
}

// paragraphs fills prose, and leaves indented lines as they are.
func paragraphs(text string) (out string) {
	for i, p := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if i > 0 {
			out += ".PP\n"
		}
		if strings.HasPrefix(p, " ") || strings.Contains(p, "\n ") {
			out += verbatim(p)
		} else {
			out += escape(p) + "\n"
		}
	}
	return out
}

func verbatim(text string) string { return ".nf\n" + escape(strings.Trim(text, "\n")) + "\n.fi\n" }

// escape keeps roff from taking text for requests.
func escape(text string) string {
	lines := strings.Split(strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}

func quote(text string) string { return `"` + escape(text) + `"` }
