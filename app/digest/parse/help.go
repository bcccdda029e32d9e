package parse

import "bytes"

// IsHelp reports whether a line begins a help text, or is an option in one: "Usage: shop", "  --port N".
func IsHelp(line []byte) bool {
	rest := bytes.TrimLeft(line, " \t")
	if len(rest) > 5 && bytes.EqualFold(rest[:5], []byte("usage")) {
		return true
	}
	option := bytes.TrimLeft(rest, "-")
	dashes := len(rest) - len(option)
	return len(rest) < len(line) && (dashes == 1 || dashes == 2) && len(option) > 0 && option[0]|0x20 >= 'a' &&
		option[0]|0x20 <= 'z'
}

// IsTableRule reports whether a line separates the head of a table of data from its rows: "----+------".
func IsTableRule(line []byte) bool {
	return bytes.Contains(line, []byte("-+-")) && len(bytes.Trim(line, "-+| ")) == 0
}
