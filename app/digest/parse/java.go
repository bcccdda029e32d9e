package parse

import "strings"

// java parses stack traces of the JVM and reports of javac and Maven, and knows when Spring has started.
var java = Parser{
	Kind: "java", Absorbs: true,
	Cues: []string{"\tat ", ".java:", ".kt:"}, Files: []string{".java"},
	Begin:   beginJava,
	Next:    nextJava,
	Signals: []Signal{{Text: "Started ", Is: func(text string) bool { return springStarted.Find(text) != nil }, Says: Works, Clears: program}},
}

var (
	springStarted = Pattern{Expr: `: Started \w+ in [\d.]+ seconds`}
	javaFrame     = Pattern{Expr: `^\s+at ([\w.$<>/@-]+)\((\w+\.(?:java|kt|scala|groovy)):(\d+)\)`}
	javaNative    = Pattern{Expr: `^\s+at [\w.$<>/@-]+\((?:Native Method|Unknown Source)\)`} // has no place
	javaThread    = Pattern{Expr: `^Exception in thread "[^"]*" (.+)$`}
)

// notOursJava are packages that the project doesn't contain.
var notOursJava = []string{"java.", "javax.", "jakarta.", "sun.", "jdk.", "com.sun.", "kotlin.", "kotlinx.", "scala.", "org.springframework.", "org.apache.",
	"org.hibernate.", "io.netty.", "reactor.", "org.eclipse.", "com.fasterxml.", "java.base/"}

// levelOf returns the level for a compiler's word.
func levelOf(word string) string {
	if word = strings.ToLower(word); strings.HasPrefix(word, "w") || word == "notice" || word == "deprecated" {
		return "warn"
	}
	return "error"
}

func beginJava(text, prev string) *Reading {
	if javaFrame.Find(text) == nil && javaNative.Find(text) == nil || strings.TrimSpace(prev) == "" {
		return nil
	}
	r := &Reading{step: 1, Ready: true, Back: 1, Finding: Finding{Message: prev}}
	if m := javaThread.Find(prev); m != nil {
		r.Message = m[1]
	}
	r.javaFrame(text)
	return r
}

func (r *Reading) javaFrame(text string) bool {
	m := javaFrame.Find(text)
	if m == nil {
		return strings.HasPrefix(text, "\tat ")
	}
	rank := Ours
	for _, p := range notOursJava {
		if strings.HasPrefix(m[1], p) {
			rank = Theirs
		}
	}
	if rank > r.Rank {
		r.Rank, r.File, r.Line = rank, m[2], Number(m[3])
	}
	return true
}

func nextJava(r *Reading, text string) bool {
	return r.javaFrame(text) || strings.HasPrefix(text, "Caused by: ") || strings.HasPrefix(text, "\t...") || strings.HasPrefix(text, "\tSuppressed: ")
}
