package session

// HostNotes returns what is known of the other places that agents may use. Nil: there are none.
type HostNotes func() []string

// For returns the notes for a caller whose access is for only one project, or with "" for all: the former gets none.
func (n HostNotes) For(only string) []string {
	if n == nil || only != "" {
		return nil
	}
	return n()
}
