package views

// onceMore is the refresh of a page that is to be asked for again at once.
func onceMore(again bool) string {
	if again {
		return "0"
	}
	return ""
}
