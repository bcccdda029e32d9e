package words

// Failing returns that a server that was ready does not serve any more.
func Failing(name, why string) Sentence { return Sentence{name, "is failing: " + why} }

// EndedAtOnce returns that a server was ready and ended within a moment. end is as End.String returns it.
func EndedAtOnce(name, end string) Sentence {
	return Sentence{name, "was ready for a moment, then it " + end}
}

// ErrorAt returns an error and its place, if that is known, in a line.
func ErrorAt(message, place string) string {
	text := FirstLine(message)
	if place != "" {
		text += " in " + place
	}
	return text
}
