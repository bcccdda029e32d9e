package digest

// News gives the errors that have come, and those that were fixed, since it was last asked. One that only came again is
// none, and warnings are left out.
func (d *Digest) News() (news []Error) {
	for _, e := range d.entries {
		if wrong := !e.Fixed; wrong != e.told && e.Level != "warn" {
			e.told = wrong
			news = append(news, e.Error)
		}
	}
	return news
}
