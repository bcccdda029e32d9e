package session

import (
	"cmp"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"devservers/app"
)

// meant returns the server or task that has text as its address, its port, the address of its page, or one of its runs
// or cursors. Models copy these from answers.
func (f Finder) meant(text string) (app.Ref, bool) {
	if text == "." {
		f.Project = ""
		project, err := f.Own()
		return app.Ref{Project: project}, err == nil && project != ""
	}
	if ref, ok := f.ofRun(text); ok {
		return ref, true
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" {
		u, err = url.Parse("http://" + text)
	}
	if err != nil {
		return app.Ref{}, false
	}
	port, err := strconv.Atoi(u.Port())
	if err != nil && u.Path == "" {
		port, err = strconv.Atoi(text)
	}
	if err != nil {
		return app.Ref{}, false
	}
	return f.at(u, port) // port is 0 if the address has none
}

// at returns the server at an address: under its host name, by its port, or by its page with us.
func (f Finder) at(u *url.URL, port int) (app.Ref, bool) {
	for _, st := range app.Statuses(f.Views()) {
		if named, err := url.Parse(st.NamedURL); err == nil && st.NamedURL != "" && named.Host == u.Host {
			return st.Ref(), true
		}
		listens, err := url.Parse(st.URL)
		if port > 0 && (st.Port == port || err == nil && listens.Port() == strconv.Itoa(port)) {
			return st.Ref(), true
		}
	}
	path, isPage := strings.CutPrefix(u.Path, "/p/")
	names := append(strings.SplitN(path, "/", 3), "")
	ref, err := f.Sup.Files.Lookup(names[0], names[1])
	return ref, isPage && err == nil
}

// ofRun returns whose run text names: an id, a cursor, or a task with its number as answers write it.
func (f Finder) ofRun(text string) (app.Ref, bool) {
	if name, number, ok := strings.Cut(text, " #"); ok && number != "" {
		ref, err := f.Sup.Files.Resolve(name, f.Near)
		return ref, err == nil
	}
	run, _, _ := strings.Cut(text, ":")
	for _, st := range app.Statuses(f.Views()) {
		if _, err := f.Sup.Kept.RunDir(st.Ref(), run); err == nil {
			return st.Ref(), true
		}
	}
	return app.Ref{}, false
}

// bare returns a name without what models put around it: quotes, a slash, the sign for all of a project, and the home
// directory as a shell writes it.
func bare(name string) string {
	name = strings.Trim(name, " \t\n\"'`")
	if home, err := os.UserHomeDir(); err == nil && (name == "~" || strings.HasPrefix(name, "~/")) {
		name = filepath.Join(home, name[1:])
	}
	short := strings.TrimRight(strings.TrimSuffix(name, "/*"), "/")
	return cmp.Or(short, name)
}

// spelled returns the only server, task or project with the letters and digits of text, in the project of the call
// before others: shop:web and SHOP WEB are shop/web. A path is never taken for another.
func (f Finder) spelled(text, project string) (app.Ref, bool) {
	if strings.HasPrefix(text, ".") || filepath.IsAbs(text) {
		return app.Ref{}, false
	}
	text = letters(text)
	near := cmp.Or(project, f.Mine)
	found := map[app.Ref]bool{}
	add := func(ref app.Ref, name string) {
		if text != "" && letters(name) == text {
			found[ref] = true
		}
	}
	for _, v := range f.Views() {
		add(app.Ref{Project: v.ID}, v.ID)
		for _, st := range v.Members() {
			add(st.Ref(), st.Ref().String())
			if near == "" || v.ID == near {
				add(st.Ref(), st.Name)
			}
		}
	}
	for ref := range found {
		return ref, len(found) == 1
	}
	return app.Ref{}, false
}

// letters returns the letters and digits of a text, in lower case.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}
