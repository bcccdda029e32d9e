package config

import (
	"strings"

	"devservers/app/config/yml"
)

// Check describes how a server is asked for the verdict on an edit. The zero value leaves the choice of the page to
// devservers.
type Check struct {
	HTTP    string // the path of the page to request
	Browser string // the path of the page to open in a browser; "" = none
	Off     bool   // it is never asked
}

const checkForm = "write check: {http: /path}, check: {browser: /path}, or check: off"

func (s *serverReader) readCheck(v *yml.Node, key string) {
	if v.Kind == yml.Scalar {
		if s.Check.Off = v.Text == "off" || v.Text == "false"; !s.Check.Off {
			s.Report(v, key, checkForm, "expected a mapping or off, found %s", yml.Found(v))
		}
		return
	}
	s.Fields(v, key, checkForm, fieldsOf(checkRows, s))
}

// pagePath reads the path of a page; "" = it is none.
func (s *serverReader) pagePath(v *yml.Node, key string) string {
	const form = "write a path such as /cart"
	text, ok := s.Text(v, key, form)
	if !ok {
		return ""
	}
	if !strings.HasPrefix(text, "/") || strings.HasPrefix(text, "//") || strings.ContainsAny(text, " \t\n\r") {
		s.Report(v, key, form, "expected a path, found %s", yml.Found(v))
		return ""
	}
	return text
}
