package command

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"html"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"devservers/app/base/words"
)

// Encoded returns a secret and the forms in which programs print it: quoted for JSON, Python, a shell and HTML, in
// capitals, in a URL, in base64 and in hex. Parts of longer base64 are forms, too, also of JSON that contains it.
func Encoded(secret string) []string {
	b := []byte(secret)
	forms := []string{secret, inJSON(secret), inJSON(inJSON(secret)), inGo(secret), inGo(inGo(secret)),
		strings.ReplaceAll(secret, "'", `'\''`), strings.ReplaceAll(secret, "'", `'"'"'`),
		strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(secret),
		strings.NewReplacer(`\`, `\\`, `"`, `\"`, `$`, `\$`, "`", "\\`").Replace(secret),
		strings.ToUpper(secret), strings.ToLower(secret), html.EscapeString(secret),
		strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(secret)}
	for _, between := range []string{"", ":", " "} {
		pairs := strings.TrimSuffix(hexPair().ReplaceAllString(hex.EncodeToString(b), "$0"+between), between)
		forms = append(forms, pairs, strings.ToUpper(pairs))
	}
	component := strings.ReplaceAll(url.QueryEscape(secret), "+", "%20")
	inScript := strings.NewReplacer("%21", "!", "%27", "'", "%28", "(", "%29", ")", "%2A", "*").Replace(component)
	for _, form := range []string{url.QueryEscape(secret), url.PathEscape(secret), component, inScript,
		strings.ReplaceAll(component, "%2F", "/"),
		url.UserPassword("", secret).String()[1:]} {
		forms = append(forms, form, escape().ReplaceAllStringFunc(form, strings.ToLower))
	}
	for _, code := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding,
		base64.RawURLEncoding} {
		forms = append(forms, code.EncodeToString(b))
	}
	for _, text := range []string{secret, inJSON(secret), inGo(secret)} {
		forms = append(forms, within(base64.RawStdEncoding, []byte(text))...)
		forms = append(forms, within(base64.RawURLEncoding, []byte(text))...)
	}
	slices.Sort(forms)
	return slices.Compact(forms)
}

var hexPair = words.Lazy(`..`)

var escape = words.Lazy(`%[0-9A-F]{2}`)

// leastWithin is the shortest part of a longer encoding that counts as a secret.
const leastWithin = 8

// within returns how b looks in the encoding of a longer text, at each of the three places in a group of bytes: the
// characters that no other byte has a part in.
func within(code *base64.Encoding, b []byte) (forms []string) {
	for before := range 3 {
		text := code.EncodeToString(append(make([]byte, before), b...))
		first, last := (before*8+5)/6, (before+len(b))*8/6
		if last-first >= leastWithin {
			forms = append(forms, text[first:last])
		}
	}
	return forms
}

// inJSON returns a text as it stands between the quotes of JSON.
func inJSON(text string) string {
	b, _ := json.Marshal(text) // a string: cannot fail
	return string(b[1 : len(b)-1])
}

// inGo is inJSON for quotes of Go and others that do not escape < > &.
func inGo(text string) string {
	quoted := strconv.Quote(text)
	return quoted[1 : len(quoted)-1]
}
