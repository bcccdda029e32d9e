package words

// Sentence is a sentence about a server or task. Where a list has just named its subject, the predicate is enough.
type Sentence struct{ Subject, Predicate string }

// String returns the whole sentence.
func (s Sentence) String() string { return s.Subject + " " + s.Predicate }
