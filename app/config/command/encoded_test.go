package command

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"testing"
)

// TestEncodingsOfASecretAreForms: as programs print them, also within more.
func TestEncodingsOfASecretAreForms(t *testing.T) {
	const secret = `p@ss"w/or+d'<&$7\x`
	quoted, _ := json.Marshal(secret)
	twice, _ := json.Marshal(string(quoted))
	for name, text := range map[string]string{
		"raw": secret, "JSON": string(quoted), "JSON twice": string(twice), "Go": strconv.Quote(secret),
		"shell":        `'` + strings.ReplaceAll(secret, `'`, `'\''`) + `'`,
		"query":        url.QueryEscape("a=" + secret),
		"path":         url.PathEscape(secret),
		"user":         url.UserPassword("me", secret).String(),
		"base64":       base64.StdEncoding.EncodeToString([]byte(secret)),
		"base64url":    base64.RawURLEncoding.EncodeToString([]byte(secret)),
		"Basic":        base64.StdEncoding.EncodeToString([]byte("user:" + secret)),
		"within":       base64.StdEncoding.EncodeToString([]byte("DB=" + secret + "\nNEXT=1")),
		"hex":          hex.EncodeToString([]byte(secret)),
		"capital hex":  strings.ToUpper(hex.EncodeToString([]byte("x" + secret + "y"))),
		"hex and more": hex.EncodeToString([]byte("key " + secret)),
	} {
		masked := text
		for _, form := range Encoded(secret) {
			masked = strings.ReplaceAll(masked, form, Mask)
		}
		if !strings.Contains(masked, Mask) {
			t.Errorf("%s: %s", name, masked)
		}
	}
}

func TestKnownFormsAreMaskedWhole(t *testing.T) {
	jwt := "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P"
	for _, key := range []string{"AKIA" + "IOSFODNN7EXAMPLE", "ghp_" + strings.Repeat("aB3", 12), "sk-" + "proj-abcdefghij0123456789", jwt,
		"glpat-" + "abcdefghij_0123456789", "xoxb-" + "123456789012-abcdefABCDEF", "npm_" + strings.Repeat("x1", 18)} {
		if got := MaskForms("using " + key + ", which is wrong"); got != "using "+Mask+", which is wrong" {
			t.Errorf("%s: %s", key, got)
		}
	}
	if text := "no xox, no eyJ and no sk-x here"; MaskForms(text) != text {
		t.Error(MaskForms(text))
	}
}

func TestOptionsNamedAfterSecretsAreSecret(t *testing.T) {
	words := []string{"serve", "--token=v3ry-s3cret", "--api-key", "an0ther-key", "--port=12345678", "--password", "--verbose"}
	if got := strings.Join(InCommand(words), " "); got != "v3ry-s3cret an0ther-key" {
		t.Error(got)
	}
}
