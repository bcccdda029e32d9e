package proxy

import (
	"html"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"

	"devservers/app"
)

// Inject adds the script to an answer that is a page. If the page keeps the script's reports from being sent, it prints
// why.
func (c *Console) Inject(res *http.Response, ref app.Ref) {
	path := res.Request.URL.Path
	inject(res, func(directive string) {
		if _, ok := c.allow(ref, 1); ok {
			_ = c.Print(ref, "[browser] WARN: the <meta> Content-Security-Policy of "+plain(path)+" says "+plain(directive)+
				": add 'self' to connect-src, or the page's console can't be reported\r\n")
		}
	})
}

// The <meta> element of a policy, and its content.
var (
	metaPolicy  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?is)<meta\b[^>]*content-security-policy\b[^>]*>`) })
	metaContent = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?is)\scontent\s*=\s*(?:"([^"]*)"|'([^']*)')`) })
)

// silenced returns the directive of a policy in a <meta> element that forbids a page to connect to its own origin, or
// "". Such a policy holds from its element on. The script stands before it, but reports later.
func silenced(head []byte) string {
	for _, element := range metaPolicy().FindAllString(string(head), -1) {
		m := metaContent().FindStringSubmatch(element)
		if m == nil {
			continue
		}
		if directive := forbidding(html.UnescapeString(m[1] + m[2])); directive != "" {
			return directive
		}
	}
	return ""
}

// forbidding returns the directive of a policy that decides about connections, if it surely forbids those to the page's
// own origin.
func forbidding(policy string) string {
	for _, name := range []string{"connect-src", "default-src"} {
		for directive := range strings.SplitSeq(policy, ";") {
			fields := strings.Fields(strings.ToLower(directive))
			if len(fields) == 0 || fields[0] != name {
				continue
			}
			if slices.ContainsFunc(fields[1:], mayBeOwn) {
				return ""
			}
			return strings.TrimSpace(directive)
		}
	}
	return ""
}

// mayBeOwn reports whether a source may stand for the page's own origin.
func mayBeOwn(source string) bool {
	return source == "'self'" || source == "*" || source == "http:" || source == "https:" ||
		strings.Contains(source, "localhost")
}
