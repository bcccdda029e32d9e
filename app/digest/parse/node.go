package parse

import "strings"

// Node parses the stack traces of Node and of browsers, and the signals of node --watch and nodemon.
var Node = Parser{
	Kind: "node", Absorbs: true,
	Cues: []string{"    at ", "Error: ", "Error [", "Rejection: ", ".js:", ".mjs:", ".cjs:", ".ts:", ".tsx:", ".jsx:",
		"node:internal/"},
	Begin: beginNode, Next: nextNode,
	Signals: []Signal{
		{Text: "Restarting '", Says: Begins, Clears: program},
		{Text: "[tsx] ", Is: fits(`Rerunning\.\.\.|Restarting\.\.\.`), Says: Begins, Clears: program},
		{Text: "[nodemon] starting `", Says: Begins, Same: true, Clears: everything},
		{Text: "[nodemon] app crashed", Says: Fails},
		{Text: "Failed running '", Says: Fails},
		{Text: "[nodemon] restarting due to changes", Says: Begins},
	},
}

// Steps of a stack trace.
const (
	jsHead   = iota + 1 // file:line, the source line and a caret, of an error that ends the process
	jsError             // Error: message
	jsStack             // at ...
	jsProps             // { code: 'ENOENT', ...
	jsAssert            // of a failed test: the rest of the message, a comparison, then the stack
)

// jsHeadLines is how many lines may stand between file:line and the message.
const jsHeadLines = 8

var (
	jsPlace = Pattern{Expr: `^((?:/|file://|[A-Za-z]:\\).*\.(?:[cm]?[jt]sx?|vue|svelte)|node:\S+|evalmachine\S+):(\d+)$`}
	jsName  = Pattern{Expr: `^(?:Uncaught |\[cause\]: | ?⨯ |ℹ |\[!\] |\[)?(?:\w+ )?((?:[A-Z][\w.$]*)?(?:Error|Exception|Rejection))(?: \[\w+\])?: (.*)$`}
	jsAt    = Pattern{Expr: `^\s+(?:⁃ )?at .*(?:\(.*\)|:\d+:\d+)(?: \{)?$`}
	jsCaret = Pattern{Expr: `^\s*\^+\s*$`}
	jsFrame = Pattern{Expr: `^\s*(?:⁃ )?at (?:.* \(|async )?((?:node:|[^()\s]*[./])[^()]*?):(\d+)(?::(\d+))?\)?(?: \{)?$`}
)

// Tool returns the parser whose error it is: a name and a message, which programs in any language print, show Node only
// with a stack or a file.
func (r *Reading) Tool() *Parser {
	if r.Parser == &Node && r.step == jsError && r.File == "" {
		return &Levels
	}
	return r.Parser
}

func beginNode(text, prev string) *Reading {
	if jsAssertion.Find(text) != nil {
		return &Reading{step: jsAssert, Finding: Finding{Message: strings.TrimSpace(text)}}
	}
	if m := jsPlace.Find(text); m != nil {
		r := &Reading{step: jsHead}
		if !strings.HasPrefix(m[1], "node:") {
			r.at(m[1], m[2], "", false)
		}
		return r
	}
	if m := jsName.Find(text); m != nil {
		r := &Reading{}
		r.named(text)
		return r
	}
	if jsAt.Find(text) != nil && strings.TrimSpace(prev) != "" && jsAt.Find(prev) == nil {
		r := &Reading{step: jsStack, Ready: true, Back: 1, Finding: Finding{Message: strings.TrimPrefix(prev, "error: ")}}
		if jsNoMessage.Find(prev) != nil {
			r.Ready, r.Unnamed, r.Back = false, true, 0
		}
		r.importer(prev)
		return r.frame(text)
	}
	return nil
}

// jsNoMessage matches lines before a stack trace that are not its message: a code frame, brackets, headings.
var jsNoMessage = Pattern{Expr: `^(?:\s*[\^~|]+\s*|\d+: .*|\s*\d+ *[|│].*|[\]})]+|\s*⁃ .*|\s*Stack trace:|For more .*|  .*)$`}

func (r *Reading) frame(text string) *Reading {
	if m := jsFrame.Find(text); m != nil {
		r.at(m[1], m[2], m[3], false)
	}
	return r
}

func nextNode(r *Reading, text string) bool {
	switch r.step {
	case jsAssert:
		return r.assertion(text)
	case jsHead:
		return r.head(text)
	case jsProps:
		if strings.TrimSpace(text) == "}" {
			r.step = jsStack
		}
		if r.File == "" && strings.Contains(r.Held, jsAggregate) { // the first of the errors in it
			r.frame(text)
		}
		return text == "" || text[0] == ' ' || text[0] == '}'
	}
	if r.step == jsError && r.bundler(text) {
		return true
	}
	trimmed := strings.TrimLeft(text, " ")
	switch {
	case (strings.HasPrefix(trimmed, "at ") || strings.HasPrefix(trimmed, "⁃ ")) && trimmed != text:
		r.step = jsStack
		r.frame(text)
	case r.step == jsError && r.more(text):
		return true
	case r.step == jsStack && (strings.HasPrefix(trimmed, "... ") || strings.HasPrefix(text, "Emitted 'error' event ")):
	default:
		return r.step == jsStack && (text == "" || strings.HasPrefix(text, "Node.js v"))
	}
	if strings.HasSuffix(text, " {") {
		r.step = jsProps
	}
	return true
}

// head parses what precedes the message of an error that ends the process.
func (r *Reading) head(text string) bool {
	if m := jsName.Find(text); m != nil {
		r.named(text)
		r.Held += jsFatal
		return true
	}
	if r.step == jsHead && r.Block.Blanks > 0 && text != "" && text[0] != ' ' && text[0] != '(' &&
		!strings.HasPrefix(text, "Node.js v") {
		r.named(text) // an error of another name
		r.Held += jsFatal
		return true
	}
	if text == "" && r.Lines > 2 || jsCaret.Find(text) != nil {
		r.Block.Blanks++ // the message follows the source and its caret: at once, if no error was thrown
	}
	return r.Lines < jsHeadLines
}
