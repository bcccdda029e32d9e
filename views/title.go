package views

// onceMore returns the refresh of a page that reloads immediately if again is set.
func onceMore(again bool) string {
	if again {
		return "0"
	}
	return ""
}
