package proxy

import (
	"bytes"
	"crypto/rand"
	"io"
	"net/http"
	"strings"
)

// headRoom is how much of a page is read to find the place for the script.
const headRoom = 8 << 10

// AskConsole prepares a request for a page, so that its answer can be changed.
func AskConsole(r *http.Request) {
	if strings.Contains(r.Header.Get("Accept"), "text/html") {
		r.Header.Set("Accept-Encoding", "identity")
	}
}

// inject adds the script to an answer that is a page, and calls blocked if the page keeps its reports from being sent.
func inject(res *http.Response, blocked func(directive string)) {
	page := strings.HasPrefix(res.Header.Get("Content-Type"), "text/html") && res.Header.Get("Content-Encoding") == ""
	if !page || res.Body == nil || res.Body == http.NoBody || res.Request.Method == http.MethodHead ||
		res.StatusCode == http.StatusPartialContent {
		return
	}
	tag := allow(res.Header)
	res.Header.Del("Content-Length")
	res.Header.Del("ETag") // it is of the page without the script
	res.ContentLength = -1
	res.Body = &injected{from: res.Body, tag: tag, blocked: blocked}
}

// injected is a page with a script at the beginning of its head.
type injected struct {
	from io.ReadCloser
	tag  string
	head []byte // what is ready to be read
	done bool   // the tag is in head, or was read
	err  error  // of from, once head is read

	blocked func(directive string) // nil once the head was looked at
	seen    []byte                 // the beginning of the page
}

// Read waits for the head of the page, and then passes on what comes as it comes.
func (i *injected) Read(b []byte) (int, error) {
	for !i.done {
		buffer := make([]byte, 2<<10)
		n, err := i.from.Read(buffer)
		i.look(buffer[:n], err != nil)
		i.head = append(i.head, buffer[:n]...)
		at, found := consolePlace(i.head)
		if i.done = found || err != nil || len(i.head) >= headRoom; i.done {
			i.head = []byte(string(i.head[:at]) + i.tag + string(i.head[at:]))
			i.err = err
		}
	}
	if len(i.head) > 0 {
		n := copy(b, i.head)
		i.head = i.head[n:]
		return n, nil
	}
	if i.err != nil {
		return 0, i.err
	}
	n, err := i.from.Read(b)
	i.look(b[:n], err != nil)
	return n, err
}

// look searches the head of the page, once all of it came, for a policy that keeps reports from being sent.
func (i *injected) look(data []byte, end bool) {
	if i.blocked == nil {
		return
	}
	i.seen = append(i.seen, data[:min(len(data), headRoom-len(i.seen))]...)
	if !end && len(i.seen) < headRoom && !bytes.Contains(bytes.ToLower(i.seen), []byte("</head")) {
		return
	}
	if directive := silenced(i.seen); directive != "" {
		i.blocked(directive)
	}
	i.blocked, i.seen = nil, nil
}

// Close closes the page.
func (i *injected) Close() error { return i.from.Close() }

// consolePlace returns where the script belongs: after <head>, or else after <html> or the doctype; found reports that
// of <head>.
func consolePlace(page []byte) (at int, found bool) {
	lower := bytes.ToLower(page)
	for _, tag := range []string{"<head", "<html", "<!doctype"} {
		start := bytes.Index(lower, []byte(tag))
		if start < 0 || bytes.HasPrefix(lower[start:], []byte("<header")) {
			continue
		}
		if end := bytes.IndexByte(lower[start:], '>'); end >= 0 {
			return start + end + 1, tag == "<head"
		}
	}
	return 0, false
}

// allow changes the Content-Security-Policy so that it permits the script and its reports, and nothing else, and
// returns the tag of the script.
func allow(h http.Header) (tag string) {
	nonce := rand.Text()
	const name = "Content-Security-Policy"
	inline := false
	for i, policy := range h[name] {
		parts := strings.Split(policy, ",") // each is a policy of its own
		for j, part := range parts {
			var unsafe bool
			parts[j], unsafe = permit(part, nonce)
			inline = inline || unsafe
		}
		h[name][i] = strings.Join(parts, ",")
	}
	if inline { // a nonce would forbid the page's own inline scripts
		return "<script>" + script + "</script>"
	}
	return `<script src="` + scriptPath + `" nonce="` + nonce + `"></script>`
}

// permit adds the script's nonce and its own origin to one policy. inline is true if the policy permits inline scripts
// and must stay without a nonce.
func permit(policy, nonce string) (changed string, inline bool) {
	list := strings.Split(policy, ";")
	index := map[string]int{}
	for i, directive := range list {
		if name, _, _ := strings.Cut(strings.TrimSpace(directive), " "); name != "" {
			if _, seen := index[strings.ToLower(name)]; !seen {
				index[strings.ToLower(name)] = i
			}
		}
	}
	add := func(source string, names ...string) {
		for n, name := range names {
			at, ok := index[name]
			if !ok {
				continue
			}
			directive := strings.TrimSpace(list[at])
			if n == len(names)-1 && name == "default-src" { // the others keep the default
				list = append(list, " "+names[0]+with(strings.TrimPrefix(directive, directive[:len(name)]), source))
			} else {
				list[at] = " " + directive[:len(name)] + with(directive[len(name):], source)
			}
			return
		}
	}
	for _, name := range []string{"script-src-elem", "script-src", "default-src"} {
		if at, ok := index[name]; ok {
			text := list[at]
			inline = strings.Contains(text, "'unsafe-inline'") && !strings.Contains(text, "'nonce-") &&
				!strings.Contains(text, "'sha") && !strings.Contains(text, "'strict-dynamic'")
			break
		}
	}
	if !inline {
		add("'nonce-"+nonce+"'", "script-src-elem", "script-src", "default-src")
	}
	add("'self'", "connect-src", "default-src")
	return strings.TrimSpace(strings.Join(list, ";")), inline
}

// with returns the sources of a directive and one more.
func with(sources, source string) string {
	fields := strings.Fields(sources)
	if len(fields) == 1 && strings.EqualFold(fields[0], "'none'") {
		fields = nil
	}
	return " " + strings.Join(append(fields, source), " ")
}
