package parse

import "strings"

// Rust parses reports of cargo and rustc, and panics.
var Rust = Parser{
	Kind: "rust", Placed: true,
	Cues:  []string{"error[E", "error: ", "warning: ", "panicked at ", "Error: "},
	Begin: beginRust, Next: nextRust,
	Signals: []Signal{
		{Text: "   Compiling ", Says: Begins},
		{Text: "    Finished `", Says: Works, Whole: true},
		{Text: "error: could not compile ", Says: Fails, Whole: true},
	},
}

// Steps of a report.
const (
	rsReport = iota
	rsPanic  // the message follows
	rsTrace
)

var (
	rsHead     = Pattern{Expr: `^(error|warning)(?:\[E\d+\])?: (.+)$`}
	rsReturned = Pattern{Expr: `^Error: (?:[A-Z]\w*(?: \{ .+ \}|\(.+\))|".*")$`} // by main
	rsSummary  = Pattern{Expr: `^warning: .* generated \d+ warnings?|^error: (?:test failed, to rerun|\d+ targets? failed|aborting due to|could not compile|Type checking failed)`}
	rsPlace    = Pattern{Expr: `^ +--> (\S+):(\d+):(\d+)$`}
	rsThrown   = Pattern{Expr: `^thread '[^']*'(?: \(\d+\))? panicked at (\S+):(\d+):(\d+):$`}
)

func beginRust(text, _ string) *Reading {
	if m := rsThrown.Find(text); m != nil {
		r := &Reading{step: rsPanic}
		r.at(m[1], m[2], m[3], false)
		return r
	}
	m := rsHead.Find(text)
	if rsSummary.Find(text) != nil {
		return &Reading{} // a summary of what was parsed before
	}
	if rsReturned.Find(text) != nil {
		return &Reading{Ready: true, Finding: Finding{Message: text}}
	}
	if m == nil {
		return nil
	}
	// Many tools begin a line with "error: ". It is Rust's if a place follows.
	r := &Reading{Ready: m[1] == "error", Held: m[2], Finding: Finding{Kind: Levels.Kind, Level: levelOf(m[1]), Message: text}}
	if from := jsFrom.Find(text); from != nil {
		r.File = from[1]
	}
	return r
}

func nextRust(r *Reading, text string) bool {
	switch r.step {
	case rsPanic:
		r.Message, r.Ready, r.step = text, true, rsTrace
		return true
	case rsTrace:
		return text == "stack backtrace:" || strings.HasPrefix(text, "note: ") || strings.HasPrefix(text, " ")
	}
	if m := rsPlace.Find(text); m != nil {
		if r.Rank == 0 {
			r.Kind, r.Message, r.Ready = "rust", r.Held, true
		}
		r.at(m[1], m[2], m[3], false)
		return true
	}
	return r.Rank > 0 && (IsFrameLine(text) || strings.HasPrefix(text, " ") || strings.HasPrefix(text, "...") || strings.HasPrefix(text, "note: ") || strings.HasPrefix(text, "help: "))
}
