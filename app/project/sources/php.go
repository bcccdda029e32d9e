package sources

import (
	"slices"
	"strings"
)

// phpFunctions are the beginnings of functions, up to _, of an extension with another name; phpClasses its classes.
var (
	phpFunctions = map[string]string{"mb": "mbstring", "pg": "pgsql", "numfmt": "intl", "collator": "intl", "normalizer": "intl", "msgfmt": "intl", "socket": "sockets", "utf8": "xml"}
	phpClasses   = map[string]string{"imagick": "imagick", "intldateformatter": "intl", "numberformatter": "intl", "collator": "intl", "domdocument": "dom", "simplexmlelement": "simplexml",
		"ziparchive": "zip", "soapclient": "soap", "pdo": "pdo", "mysqli": "mysqli", "redis": "redis", "memcached": "memcached", "sqlite3": "sqlite3", "xmlreader": "xmlreader", "xmlwriter": "xmlwriter"}
	phpSame = []string{"mysqli", "curl", "sodium", "openssl", "gmp", "ldap", "exif", "pcntl", "posix", "imap", "ftp", "simplexml", "apcu", "ctype", "iconv", "tidy", "json", "xmlwriter", "yaml"}
	phpBare = lazily(`^(?:(image)[a-z]{3,}|(bc)(?:add|sub|mul|div|mod|pow|sqrt|comp|scale))$`)
)

// PHPExtension returns the extension that brings a function or a class, or "".
func PHPExtension(function, class string) string {
	first, _, parted := strings.Cut(strings.ToLower(function), "_")
	m := phpBare().FindStringSubmatch(first)
	switch {
	case class != "":
		return phpClasses[strings.ToLower(class)]
	case m != nil:
		return map[string]string{"image": "gd", "bc": "bcmath"}[m[1]+m[2]]
	case parted && slices.Contains(phpSame, first):
		return first
	}
	return phpFunctions[first]
}
