package parse

import "strings"

// php parses the log of PHP.
var php = Parser{
	Kind: "php", Absorbs: true,
	Cues:  []string{"PHP Fatal error: ", "PHP Parse error: ", "PHP Warning: ", "PHP Notice: ", "PHP Deprecated: "},
	Begin: beginPHP, Next: nextPHP,
}

var phpError = Pattern{Expr: `PHP (Fatal error|Parse error|Warning|Notice|Deprecated):  (?:Uncaught )?(.+) in (/\S+?)(?:\(\d+\).*)?(?: on line |:)(\d+)$`}

// phpNext matches an exception thrown while another one was handled.
var phpNext = Pattern{Expr: `^Next (.+) in (/\S+?):(\d+)$`}

func beginPHP(text, _ string) *Reading {
	m := phpError.Find(text)
	if m == nil {
		return nil
	}
	r := &Reading{Ready: true, Finding: Finding{Level: "warn", Message: m[2], File: m[3], Line: Number(m[4])}}
	if strings.HasSuffix(m[1], "error") {
		r.Level = "error"
	}
	return r
}

func nextPHP(r *Reading, text string) bool {
	if m := phpNext.Find(text); m != nil && r.Level == "error" {
		r.Message, r.File, r.Line = m[1], m[2], Number(m[3])
		return true
	}
	return r.Level == "error" && (text == "" || text == "Stack trace:" || strings.HasPrefix(text, "#") || strings.HasPrefix(text, "  thrown in "))
}
