// Package advice finds what a program itself says to do about its error: a command to run, a setting to change. It owns
// the expressions; it doesn't know runs, files or rules. What it returns are a program's words: to be read, never run.
package advice

import (
	"strings"

	"devservers/app/transcript/text"
)

// Advice is a program's own advice.
type Advice struct {
	Line    int    // the index of the line in which it begins
	Text    string // the program's words, from one line or two
	Command bool   // it names a command

	more int // how many lines after the first are part of it
}

var lazily = text.Lazy

const tool = `(?:sudo )?(?:npm|npx|pnpm|yarn|bun|corepack|node|pip3?|pipx|python3?|uv|poetry|pipenv|flask|django-admin|manage\.py|alembic|celery|go|cargo|rustup|bundle|gem|bin/\w+|rake|rails|composer|php|artisan|mix|mvn|\./mvnw|gradle|\./gradlew|dotnet|docker|podman|kubectl|git|apt(?:-get)?|brew|make|chmod|chown|mkdir|export|initdb|pg_ctl|createdb|createuser|redis-cli|dart|flutter|deno|java|ruby|perl|cpanm|systemctl|sysctl|curl)`

var (
	// quoted matches a command in quotes behind a verb: any behind one that runs, else one of a known tool. bare matches one
	// of a known tool without quotes.
	quoted = lazily("(?i)(?:^|[^\\w/.-])(?:run(?:ning)?|try|execut(?:e|ing))\\b[^`'\"]{0,60}[`'\"\u2018\u201c]\\s*[$>]?\\s*(?:[\\w./@-]+ [^`'\"]{1,150}|" + tool + ")[`'\"\u2019\u201d]|" +
		"(?:^|[^\\w/.-])(?:(?:us(?:e|ing)|call(?:ing)?|with|install(?:ing)?|via|do|enter|type)\\b|help: )[^`'\"]{0,60}[`'\"\u2018\u201c]\\s*[$>]?\\s*" + tool + "(?: [^`'\"]{1,150})?[`'\"\u2019\u201d]|" +
		"(?:^|[.!:;] +)Install (?:the )?[`'\"]?[@\\w][\\w@/.-]*[`'\"]?(?: package| plugin| module)?(?: to | or | and |\\.$|$)")
	bare  = lazily(`(?i)\b(?:run(?:ning)?|try|execut(?:e|ing)|us(?:e|ing)|with|by|via|do|type)\b[: ]{1,2}\s*[$>]?\s*(?-i:(` + tool + ` +(?:-{0,2}[a-z@./][^\s,;]*)(?: +[^\s,;]+){0,8}))`)
	alone = lazily(`^[\s$>|│╰─➤>*-]*(?-i:` + tool + `)(?: +[^\s]+){1,12}\s*$`)
	// says matches words that tell the reader what to do.
	says = lazily(`(?i)^(?:\W|\[?\w+\]?:\s)*(?:hint|help|tip|fix|suggestion|solution|action|to fix|to solve|to resolve|resolve (?:this|it) by)\s*[:=]\s*\S|` +
		`\b(?:you(?: may| might| probably| will|'ll)? (?:need|want|have|should|must|can|could)(?: to)?\b|did you (?:mean|forget|install)|(?:please|pls),? \w+|maybe you|perhaps you|make sure|be sure|ensure (?:that )?|consider \w+ing|try (?:to |again |adding|removing|setting|using|running|installing|\w+ing)|to (?:fix|solve|resolve|sync|allow|enable|install|ignore|create|initiali[sz]e|generate|migrate|update|upgrade|apply)\b.*(?:,|:|run|use)|you are required to|has to be|should be (?:set|added|replaced|renamed)|add (?:it|this|the|an?|'[^']+'|` + "`[^`]+`" + `) .{0,60}\bto\b|must be added|(?:^|[.!:;] +)(?:copy|rename) \S+ to \S|\buse \S+ to (?:avoid|fix|solve|prevent|handle|allow)\b)`)
	// trailing matches an announcement of what the next line has.
	trailing = lazily(`(?i)\b(?:run(?:ning)?|try|use|using|execute|command|following|by|action)\b[^:]{0,40}:\s*$|\bdid you mean (?:this|one of (?:these|this))\?\s*$`)
	// idle matches advice that is no way out: where to read more, how to see more of the same, whom to ask.
	idle = lazily(`(?i)^\W*note:|\bin @INC\b|[:=]\s*(?:undefined|null|none|nil|''|"")[,;]?$|^\W*(?:raise|throw|return|print|console\.\w+|panic|fail|abort|puts|echo)\b[ (]|--help\b|\bhelp <|\bhelp topics|--verbose|--trace|--stacktrace|--debug\b|--info\b|--explain|RUST_BACKTRACE|backtrace|full (?:log|trace)|complete log|more (?:information|info|details|insights|help)|further (?:information|details)|see (?:the )?(?:docs|documentation|log|above|https?:)|read (?:more|the)|documentation|bug report|report (?:this|it|the|a|an)\b|open an? issue|file an? issue|upgrade available|new (?:major|minor|patch)? ?version|update available|to quit|ctrl|control-c|press |to stop|to exit|to (?:show|expose|list|see|view|open)\b|unsubscribe|fund(?:ing)?\b|npm audit|in production|production (?:wsgi|server|deployment)|try again later|trying again|retry|deprecat|telemetry|please stop by|chat with|discord|opt(?:ing)?[ -]out`)
)

// near is how many lines an announcement may precede its command.
const near = 3

// most is how many pieces of advice are worth reading.
const most = 2

// In returns the advice in lines: those with a command, or else the first.
func In(lines []string) (list []Advice) {
	var plain []Advice
	lines = withoutNotices(lines)
	for i := 0; i < len(lines) && len(list) < most; i++ {
		a, ok := at(lines, i)
		switch {
		case ok && a.Command:
			list = append(list, a)
		case ok:
			plain = append(plain, a)
		}
		if ok {
			i += a.more
		}
	}
	if len(list) == 0 {
		return plain[:min(1, len(plain))]
	}
	return list
}

// at returns the advice that begins in a line.
func at(lines []string, i int) (Advice, bool) {
	if first := strings.TrimSpace(lines[i]); len(first) < 8 || len(first) > 800 {
		return Advice{}, false
	}
	paragraph, more := joined(lines, i)
	a := Advice{Line: i, Text: advising(paragraph), more: more}
	switch {
	case a.Text == "":
		return a, false
	case trailing().MatchString(a.Text):
		next := following(lines, i+more)
		a.Text, a.Command = strings.TrimSpace(a.Text+" "+next), alone().MatchString(next)
		return a, a.Command || next != "" && says().MatchString(a.Text)
	}
	a.Command = isCommand(a.Text)
	return a, a.Command || !strings.HasSuffix(a.Text, ":")
}

func isCommand(text string) bool { return quoted().MatchString(text) || bare().MatchString(text) }

// advising returns the sentences of a text from the first one that advises something, without idle ones.
func advising(text string) string {
	var list []string
	for _, sentence := range sentences(text) {
		if idle().MatchString(sentence) {
			continue
		}
		if len(list) > 0 || isCommand(sentence) || says().MatchString(sentence) || trailing().MatchString(sentence) {
			list = append(list, sentence)
		}
	}
	return strings.Join(list, " ")
}

// sentences splits a text behind what ends a sentence and before a capital letter or a quote.
func sentences(text string) (list []string) {
	for {
		at := ends().FindStringIndex(text)
		if at == nil {
			return append(list, text)
		}
		list, text = append(list, text[:at[0]+1]), strings.TrimSpace(text[at[0]+1:])
	}
}

var ends = lazily("[.!?] +[A-Z`\"']")

// wide is how long a line is at least that is broken because of its length.
const wide = 50

// joined returns the lines from i on that are one text, broken because of its length, and how many follow the first.
func joined(lines []string, i int) (text string, n int) {
	text = strings.TrimSpace(lines[i])
	if !strings.Contains(text, " ") { // a path alone
		return text, 0
	}
	for n < near && len(strings.TrimSpace(lines[i+n])) >= wide && !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, ":") && i+n+1 < len(lines) {
		next := strings.TrimSpace(lines[i+n+1])
		if next == "" || !continues().MatchString(next) {
			break
		}
		text, n = text+" "+next, n+1
	}
	return text, n
}

// continues matches a line that goes on with the sentence of the line before.
var continues = lazily(`^[a-z(]\w*[ ,.-]`)

// following returns the next line that isn't empty, if it is near.
func following(lines []string, i int) string {
	for _, l := range lines[i+1 : min(len(lines), i+1+near)] {
		if text := strings.TrimSpace(l); text != "" {
			if len(text) > 200 {
				return ""
			}
			return text
		}
	}
	return ""
}
