package words

// Actor returns who made a request, by the kind of its actor and the name of its client: "mcp (claude-code)", "cli",
// "its restart policy".
func Actor(kind, client string) string {
	switch {
	case client != "" && client != kind:
		return kind + " (" + client + ")"
	case kind == "crash":
		return "its restart policy"
	case kind == "link":
		return "the link"
	case kind == "watch":
		return "an edit of a watched file"
	case kind == "visit":
		return "a request for its host name"
	case kind == "idle":
		return "its idle timeout"
	}
	return kind
}
