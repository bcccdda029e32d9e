package app

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"devservers/app/base/words"
)

// EvidenceSource says how a piece of evidence was obtained.
type EvidenceSource string

// The sources of evidence. Only printed text is untrusted.
const (
	Observed     EvidenceSource = "observed" // seen by us: a listener, an exit, a file on disk, an answer to our request
	Declared     EvidenceSource = "declared" // written in the project: devservers.yml, a manifest, an env file, a source
	PrintedByRun EvidenceSource = "printed"  // written by a program, names in it included
)

// Evidence is one thing on which a claim rests.
type Evidence struct {
	Source  EvidenceSource `json:"source"`
	Owner   string         `json:"owner,omitempty"`   // the process, run, page load or file whose it is
	At      time.Time      `json:"at"`                // when it was seen
	Fact    string         `json:"fact,omitempty"`    // what was observed or declared
	Line    int64          `json:"line,omitempty"`    // of the run, of printed evidence
	Printed *Printed       `json:"printed,omitempty"` // what the program wrote: untrusted
}

// longestQuote is how many bytes of a printed line are shown.
const longestQuote = 300

// String returns the evidence for people. Printed text is in quotes, behind the number of its line.
func (e Evidence) String() string {
	if e.Printed == nil {
		return e.Fact
	}
	if e.Line == 0 {
		return "it says " + e.Printed.quote()
	}
	return "line " + strconv.FormatInt(e.Line, 10) + ": " + e.Printed.quote()
}

// Fact is what a sentence may name: it was observed or declared. Text of programs is none.
type Fact interface{ fact() string }

// Name is a fact by its name: a file, a package, a variable, a command. Only Known makes one.
type Name struct{ name string }

// Known returns the name of what the project declares or the machine shows. It takes nothing from Printed but what
// Printed has compared with these. Only app/reading/why calls it, where a test follows each string back to its sources.
func Known(text string) Name { return Name{text} }

// String returns the name as it is known.
func (n Name) String() string { return n.name }

// Empty reports whether there is no name.
func (n Name) Empty() bool { return n.name == "" }

// Number is a fact in digits.
type Number int

func (n Name) fact() string   { return n.name }
func (n Number) fact() string { return strconv.Itoa(int(n)) }

// form is the text of a sentence, with %s for each of its facts. Nobody outside can convert to it: it is a constant.
type form string

// Sentence is text in which nothing but facts stands. It is made once and never read by code.
type Sentence struct{ text string }

// Say makes a sentence.
func Say(text form, facts ...Fact) Sentence {
	args := make([]any, len(facts))
	for i, f := range facts {
		args[i] = f.fact()
	}
	return Sentence{fmt.Sprintf(string(text), args...)}
}

// Empty reports whether nothing is said.
func (s Sentence) Empty() bool { return s.text == "" }

func (s Sentence) fact() string { return s.text }

// Claim is what devservers says of a failure: what kind it is of, what it is about, and on what that rests.
type Claim struct {
	Kind     FindingKind
	Subject  Name // what it is about: a file with its line, a port, a package, a variable
	Problem  Sentence
	Evidence []Evidence
	Fix      Sentence // what to do; with a step, what else can be done
	step     *Step    // the same, if devservers can do it
	Command  Name     // the same, as a command that is safe to copy
	Fault    Code     // of the failed start that it repeats, or ""
	Line     int      // the index of the line that led to it; -1 = none did
	Root     bool     // it is in the lines of what ended the run: its last error, or its last words
	Certain  bool     // the observation alone explains the failure
	Vague    bool     // it is no more than a place
}

// ItIs returns a claim that no line has led to.
func ItIs(kind FindingKind, subject Name, text form, facts ...Fact) *Claim {
	return (&Claim{Kind: kind, Subject: subject, Line: -1}).Is(text, facts...)
}

// About is ItIs with the subject as the first fact of the sentence.
func About(kind FindingKind, subject Name, text form, more ...Fact) *Claim {
	return ItIs(kind, subject, text, append([]Fact{subject}, more...)...)
}

// Is sets what the problem is.
func (c *Claim) Is(text form, facts ...Fact) *Claim {
	c.Problem = Say(text, facts...)
	return c
}

// owner is whose a piece of evidence is, where that has no name of its own: disk, system, command.
type owner string

// OwnerOf returns a name as an owner.
func OwnerOf(n Name) owner { return owner(n.name) }

// See adds something observed; by is whose it is.
func (c *Claim) See(by owner, text form, facts ...Fact) *Claim {
	return c.add(Observed, by, Say(text, facts...))
}

// SeeIn adds something observed of what has a name, which is also the first fact of the sentence.
func (c *Claim) SeeIn(name Fact, text form, facts ...Fact) *Claim {
	return c.See(owner(name.fact()), text, append([]Fact{name}, facts...)...)
}

// Read adds something that the project declares; by is the file.
func (c *Claim) Read(by owner, text form, facts ...Fact) *Claim {
	return c.add(Declared, by, Say(text, facts...))
}

// ReadIn adds something declared in a place, which is also the first fact of the sentence.
func (c *Claim) ReadIn(place Fact, text form, facts ...Fact) *Claim {
	return c.Read(owner(place.fact()), text, append([]Fact{place}, facts...)...)
}

func (c *Claim) add(source EvidenceSource, by owner, said Sentence) *Claim {
	e := Evidence{Source: source, Owner: string(by), At: time.Now(), Fact: said.text}
	if !slices.ContainsFunc(c.Evidence, func(o Evidence) bool { return o.Fact == e.Fact }) {
		c.Evidence = append(c.Evidence, e)
	}
	return c
}

// Quote adds what a program wrote; by is whose it is, line where in the run; 0 = nowhere.
func (c *Claim) Quote(by owner, line int64, said Printed) *Claim {
	c.Evidence = append(c.Evidence, Evidence{Source: PrintedByRun, Owner: string(by), At: time.Now(), Line: line,
		Printed: &said})
	return c
}

// Do sets a step of a server as what to do, and nothing else.
func (c *Claim) Do(do StepKind, server Name) *Claim {
	c.step, c.Fix, c.Command = &Step{Do: do, Server: server.name}, Sentence{}, Name{}
	return c
}

// SetEnv sets as what to do that a variable of a server is set; value is "" if only the reader knows it.
func (c *Claim) SetEnv(server, variable Name, value form) *Claim {
	c.Do(StepSetEnv, server)
	c.step.Name, c.step.Value = variable.name, string(value)
	return c
}

// Or says what else than the step can be done.
func (c *Claim) Or(text form, facts ...Fact) *Claim {
	c.Fix = Say(text, facts...)
	return c
}

// As sets what another claim says is to be done.
func (c *Claim) As(o *Claim) { c.Fix, c.step, c.Command = o.Fix, o.step, o.Command }

// Type sets a command for a shell as what to do.
func (c *Claim) Type(command Name) *Claim {
	c.step, c.Command, c.Fix = nil, command, Sentence{}
	return c
}

// Correct sets what to do.
func (c *Claim) Correct(text form, facts ...Fact) *Claim {
	c.step, c.Command, c.Fix = nil, Name{}, Say(text, facts...)
	return c
}

// most is how many pieces of evidence of a source count.
const most = 2

// Strength is how much a claim is worth beside others: what was observed counts more than what is declared, and both
// more if the failure itself has led to them.
func (c *Claim) Strength() (n int) {
	count := map[EvidenceSource]int{}
	for _, e := range c.Evidence {
		count[e.Source]++
	}
	n = 10*min(count[Observed], most) + 5*min(count[Declared], most)
	if c.Root {
		n += 12
	}
	if c.Certain {
		n += 10
	}
	if c.Vague {
		n -= 8
	}
	return n
}

// Stronger compares two claims: the stronger one first, then the one that was printed first.
func Stronger(a, b *Claim) int {
	switch x, y := a.Strength(), b.Strength(); {
	case x != y:
		return y - x
	case a.Line != b.Line:
		return a.Line - b.Line
	case a.Kind != b.Kind:
		return strings.Compare(string(a.Kind), string(b.Kind))
	}
	return strings.Compare(a.Subject.name, b.Subject.name)
}

// Finding returns the claim as doors show it. Here, and nowhere else, its sentences become text.
func (c *Claim) Finding() Finding {
	f := Finding{Kind: c.Kind, Vague: c.Vague, Subject: c.Subject.name, Problem: c.Problem.text,
		Evidence: append([]Evidence{}, c.Evidence...)}
	switch {
	case c.step != nil:
		f.Next(*c.step, c.Fix.text)
	case !c.Command.Empty():
		f.Type(c.Command.name)
	default:
		f.Fix = c.Fix.text
	}
	return f
}

// Sentence returns what an error of ours says.
func (e *Error) Sentence() Sentence { return Sentence{e.Detail} }

// Head returns the first line of what an error of ours says.
func (e *Error) Head() Sentence { return Sentence{e.Line()} }

// Next returns what to do about an error of ours.
func (e *Error) Next() Sentence { return Sentence{e.Hint} }

// SayOf returns why a server is in its state, without what it has printed.
func SayOf(r words.Reason) Sentence {
	switch r.Kind {
	case words.NotListening, words.NotAccepting, words.CommandFails:
		r.Detail = ""
	case words.AliveFailed:
		r.Detail = "its liveness check (alive:) fails"
	}
	return Sentence{r.String()}
}
