package digest

import "strings"

// rust parses reports of cargo and rustc, and panics.
var rust = Parser{
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
	rsHead     = pattern{expr: `^(error|warning)(?:\[E\d+\])?: (.+)$`}
	rsReturned = pattern{expr: `^Error: (?:[A-Z]\w*(?: \{ .+ \}|\(.+\))|".*")$`} // by main
	rsSummary  = pattern{expr: `^warning: .* generated \d+ warnings?|^error: (?:test failed, to rerun|\d+ targets? failed|aborting due to|could not compile|Type checking failed)`}
	rsPlace    = pattern{expr: `^ +--> (\S+):(\d+):(\d+)$`}
	rsThrown   = pattern{expr: `^thread '[^']*'(?: \(\d+\))? panicked at (\S+):(\d+):(\d+):$`}
)

func beginRust(text, _ string) *Reading {
	if m := rsThrown.find(text); m != nil {
		r := &Reading{step: rsPanic}
		r.at(m[1], m[2], m[3], false)
		return r
	}
	m := rsHead.find(text)
	if rsSummary.find(text) != nil {
		return &Reading{} // a summary of what was parsed before
	}
	if rsReturned.find(text) != nil {
		return &Reading{Ready: true, Finding: Finding{Message: text}}
	}
	if m == nil {
		return nil
	}
	// Many tools begin a line with "error: ". It is Rust's if a place follows.
	r := &Reading{Ready: m[1] == "error", held: m[2], Finding: Finding{Kind: levels.Kind, Level: levelOf(m[1]), Message: text}}
	if from := jsFrom.find(text); from != nil {
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
	if m := rsPlace.find(text); m != nil {
		if r.rank == 0 {
			r.Kind, r.Message, r.Ready = "rust", r.held, true
		}
		r.at(m[1], m[2], m[3], false)
		return true
	}
	return r.rank > 0 && (isFrameLine(text) || strings.HasPrefix(text, " ") || strings.HasPrefix(text, "...") || strings.HasPrefix(text, "note: ") || strings.HasPrefix(text, "help: "))
}
