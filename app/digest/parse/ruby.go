package parse

import "strings"

// ruby parses uncaught exceptions and the logs of Rails and Sinatra.
var ruby = Parser{
	Kind: "ruby", Absorbs: true,
	Cues:  []string{".rb:", ".rb>:", "Error - ", "Error (", "NotFound (", "Exception - ", "Invalid (", ": #<"},
	Begin: beginRuby, Next: nextRuby,
	Signals: []Signal{{Text: "* Listening on ", Says: Works, Clears: everything}},
}

// rubyGap is how many lines may stand between a message and the first place.
const rubyGap = 8

var (
	rubyThrown = Pattern{Expr: "^(\\S+\\.rb>?):(\\d+):in [`'].*?': (.+) \\((\\w+(?:::\\w+)*)\\)$"}
	rubySyntax = Pattern{Expr: `^(\S+\.rb):(\d+): (syntax error.*|.* \(SyntaxError\))$`}
	rubyLogged = Pattern{Expr: `^(?:.* - )?([A-Z]\w*(?:::\w+)*) (?:- (.+)|\((.+)\):)$`}
	rubyMany   = Pattern{Expr: `^([A-Z]\w*(?:::\w+)*(?:Error|Exception|NotFound|Invalid)) \((.+)$`} // its message has more lines
	rubyRack   = Pattern{Expr: `^(?:\S+ \S+ \S+ )?Rack app .*: #<(\w+(?:::\w+)*): (.*)>$`}          // as Puma prints it
	rubyFrame  = Pattern{Expr: "^\\s*(?:from )?(\\S+\\.(?:rb>?|ru|rake|erb|haml|slim)):(\\d+)(?::in |$)"}
)

func beginRuby(text, _ string) *Reading {
	if m := rubyThrown.Find(text); m != nil {
		r := &Reading{Ready: true, Finding: Finding{Message: m[4] + ": " + m[3]}}
		r.at(m[1], m[2], "", false)
		return r
	}
	if m := rubySyntax.Find(text); m != nil {
		return &Reading{Ready: true, Rank: Ours, Finding: Finding{Message: m[3], File: m[1], Line: Number(m[2])}}
	}
	if m := rubyLogged.Find(text); m != nil {
		return &Reading{Finding: Finding{Message: m[1] + ": " + m[2] + m[3]}}
	}
	if m := rubyRack.Find(text); m != nil {
		return &Reading{Ready: true, Rank: Ours, Finding: Finding{Message: m[1] + ": " + m[2]}}
	}
	if m := rubyMany.Find(text); m != nil {
		return &Reading{Finding: Finding{Message: m[1] + ": " + m[2]}}
	}
	return nil
}

func nextRuby(r *Reading, text string) bool {
	if m := rubyFrame.Find(text); m != nil && rubyThrown.Find(text) == nil {
		r.at(m[1], m[2], "", false)
		r.Ready = true
		return true
	}
	if m := rubySyntax.Find(text); m != nil && strings.HasPrefix(r.Message, "SyntaxError: ") {
		r.at(m[1], m[2], "", false)
		r.Ready = true
		return true
	}
	return r.Rank == 0 && r.Lines < rubyGap || strings.HasPrefix(text, "\t")
}
