package digest

// News returns the errors that came or were fixed since the last call. It omits warnings, and errors that only came
// again.
func (d *Digest) News() (news []Error) {
	for _, e := range d.entries {
		if wrong := !e.Fixed; wrong != e.reported && e.Level != "warn" {
			e.reported = wrong
			news = append(news, e.Error)
		}
	}
	return news
}
