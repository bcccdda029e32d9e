package views

// onceMore returns the refresh of a page that reloads at once if again is set.
func onceMore(again bool) string {
	if again {
		return "0"
	}
	return ""
}
