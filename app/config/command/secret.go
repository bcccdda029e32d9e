package command

import (
	"net/url"
	"slices"
	"strings"

	"devservers/app/base/words"
)

// Mask replaces a secret. It reveals nothing of the value, not even its length.
const Mask = "••••••"

// Masked returns the value of an environment variable as it may be shown to people, to agents and in logs. A value that
// looks like a secret, by its variable's name or on its own, is masked whole; in a URL only the password is masked.
// secret reports whether anything was masked.
func Masked(name, value string) (shown string, secret bool) {
	switch {
	case value == "":
		return "", false
	case cued(value) && secretForm().MatchString(value), secretName(name) && !harmless(value):
		return Mask, true
	}
	return maskURLs(value)
}

// secretEnds are the ends of words that name secrets: API_KEY, GITHUB_TOKEN, PGPASSWORD, APIKEY.
var secretEnds = []string{
	"KEY", "KEYS", "TOKEN", "TOKENS", "SECRET", "SECRETS", "PASSWORD", "PASSWORDS", "PASSWD", "PASSPHRASE", "PWD",
	"CREDENTIAL", "CREDENTIALS", "DSN", "SALT", "COOKIE", "JWT", "SIGNATURE", "PEM",
}

// secretName reports whether a variable of this name holds a secret. PWD and OLDPWD are directories.
func secretName(name string) bool {
	name = strings.ToUpper(name)
	if name == "PWD" || name == "OLDPWD" || name == "INIT_CWD" {
		return false
	}
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '_' || r == '-' || r == '.' }) {
		if word == "PASS" || word == "AUTH" || word == "PAT" {
			return true
		}
		for _, end := range secretEnds {
			if strings.HasSuffix(word, end) {
				return true
			}
		}
	}
	return false
}

// harmless reports whether value cannot be a secret, no matter what the variable is called: AUTH_ENABLED=true.
func harmless(value string) bool {
	switch strings.ToLower(value) {
	case "true", "false", "yes", "no", "on", "off", "0", "1", "none", "null":
		return true
	}
	return false
}

// secretForm matches the keys of well-known services: OpenAI and Stripe, GitHub, GitLab, Slack, AWS, Google, npm, PyPI,
// Hugging Face, DigitalOcean, SendGrid, Shopify, Docker, Supabase, Vault, JSON web tokens (RFC 7519), bearer tokens
// (RFC 6750) and PEM (RFC 7468).
var secretForm = words.Lazy(`\b(?:[sr]k[-_][A-Za-z0-9_-]{12,}|gh[opsur]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]*|` +
	`glpat-[A-Za-z0-9_-]*|xox[abeoprs]-[A-Za-z0-9-]*|A(?:KIA|SIA)[A-Z0-9]{16}|AIza[A-Za-z0-9_-]{30,}|` +
	`npm_[A-Za-z0-9]{30,}|pypi-[A-Za-z0-9_-]{16,}|hf_[A-Za-z0-9]{30,}|do[opr]_v1_[0-9a-f]{32,}|` +
	`SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|whsec_[A-Za-z0-9+/=]{16,}|shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}|` +
	`dckr_pat_[A-Za-z0-9_-]{16,}|sb[ps]_[A-Za-z0-9_-]{20,}|hv[sb]\.[A-Za-z0-9_-]{20,}|ya29\.[A-Za-z0-9_-]{20,}|` +
	`xapp-[A-Za-z0-9-]{10,}|[Bb]earer [A-Za-z0-9_~+/.=-]{20,}|eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_.-]*)|` +
	`-----BEGIN [A-Z ]*PRIVATE KEY-----(?:[^-]*-----END [A-Z ]*PRIVATE KEY-----)?`)

// formCues are texts of which each match of secretForm contains one.
var formCues = []string{"sk-", "sk_", "rk-", "rk_", "gho_", "ghp_", "ghs_", "ghu_", "ghr_", "github_pat_", "glpat-",
	"xox",
	"AKIA", "ASIA", "AIza", "npm_", "pypi-", "hf_", "_v1_", "SG.", "whsec_", "shp", "dckr_pat_", "sbp_", "sbs_", "hvs.",
	"hvb.", "ya29.", "xapp-", "earer ", "eyJ", "-----BEGIN "}

// MaskForms returns text without the keys of well-known services, also those that nobody gave out here.
func MaskForms(text string) string {
	if !cued(text) {
		return text
	}
	return secretForm().ReplaceAllLiteralString(text, Mask)
}

func cued(text string) bool {
	return slices.ContainsFunc(formCues, func(cue string) bool { return strings.Contains(text, cue) })
}

// InCommand returns the values of the options of a command that are secret by their names: --token=VALUE, --token
// VALUE.
func InCommand(words []string) (values []string) {
	for i, word := range words {
		name, value, joined := strings.Cut(word, "=")
		if !strings.HasPrefix(name, "-") || !secretName(strings.TrimLeft(name, "-")) {
			continue
		}
		if !joined && i+1 < len(words) && !strings.HasPrefix(words[i+1], "-") {
			value = words[i+1]
		}
		if value != "" && !harmless(value) && isTelling(value) {
			values = append(values, value)
		}
	}
	return values
}

// withUser matches the beginning of a URL with a user: scheme://user:password@host.
var withUser = words.Lazy(`[A-Za-z][A-Za-z0-9+.-]*://[^\s/@"']*@`)

// maskURLs masks the passwords in the URLs of a text.
func maskURLs(value string) (shown string, secret bool) {
	if !strings.Contains(value, "://") {
		return maskQuery(value, false)
	}
	shown = withUser().ReplaceAllStringFunc(value, func(s string) string {
		scheme, user, _ := strings.Cut(strings.TrimSuffix(s, "@"), "://")
		name, _, both := strings.Cut(user, ":")
		secret = true
		if both {
			return scheme + "://" + name + ":" + Mask + "@"
		}
		return scheme + "://" + Mask + "@"
	})
	return maskQuery(shown, secret)
}

// maskQuery masks the query of a URL if one of its names is a secret's.
func maskQuery(value string, already bool) (shown string, secret bool) {
	if !strings.Contains(value, "?") {
		return value, already
	}
	u, err := url.Parse(value)
	if err != nil || u.Scheme == "" || u.RawQuery == "" {
		return value, already
	}
	for name := range u.Query() {
		if secretName(name) {
			return strings.Replace(value, u.RawQuery, Mask, 1), true
		}
	}
	return value, already
}

// Secrets returns the parts of a variable's value that are secret and can be recognized in a text: the value, if the
// variable's name or its form shows it, or the password of a URL. Short and plain words would hide other text.
func Secrets(name, value string) (list []string) {
	if shown, secret := Masked(name, value); secret && shown == Mask && isTelling(value) {
		list = append(list, value)
		for line := range strings.Lines(value) { // output has them apart
			if line = strings.TrimSpace(line); len(line) >= 16 && line != value && !strings.HasPrefix(line, "-----") {
				list = append(list, line)
			}
		}
	}
	if !strings.Contains(value, "://") {
		return list
	}
	for _, part := range withUser().FindAllString(value, -1) {
		if _, user, ok := strings.Cut(strings.TrimSuffix(part, "@"), "://"); ok {
			_, password, _ := strings.Cut(user, ":")
			for _, form := range []string{password, unescaped(password)} { // programs decode it
				if isTelling(form) && !slices.Contains(list, form) {
					list = append(list, form)
				}
			}
		}
	}
	return list
}

// unescaped returns a part of a URL as it is meant.
func unescaped(part string) string {
	plain, err := url.PathUnescape(part)
	if err != nil {
		return part
	}
	return plain
}

// isTelling reports whether a value is unlikely to stand in a text by chance: it is long, or has letters and digits.
// The path of a file is not a secret.
func isTelling(value string) bool {
	isLetter := func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }
	isDigit := func(r rune) bool { return r >= '0' && r <= '9' }
	switch {
	case strings.HasPrefix(value, "/"), strings.HasPrefix(value, "./"), strings.HasPrefix(value, "~"):
		return false
	case len(value) >= 16:
		return true
	}
	return len(value) >= 8 && strings.ContainsFunc(value, isLetter) && strings.ContainsFunc(value, isDigit)
}

// leastPart is the length from which the beginning of a secret, at the end of a text that was cut, is masked.
const leastPart = 4

// MaskCut masks the beginning of a secret at the end of a text that was cut there.
func MaskCut(text string, secrets []string) string {
	whole, cut := strings.CutSuffix(text, "…")
	if !cut {
		return text
	}
	for _, secret := range secrets {
		for n := min(len(secret), len(whole)); n >= leastPart; n-- {
			if strings.HasSuffix(whole, secret[:n]) {
				return whole[:len(whole)-n] + Mask + "…"
			}
		}
	}
	return text
}
