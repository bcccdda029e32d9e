package agents

// Form is how a client gets in.
type Form int

// The forms of an entry.
const (
	ViaURL    Form = iota // the address alone: consent in the browser
	ViaHelper             // the client runs devservers mcp headers for its credentials
	ViaStdio              // the client runs devservers mcp
)

// Pair is one key of an entry, in the order in which it is written.
type Pair struct {
	Key   string
	Value any // a string, a list of strings, or pairs of strings
}

// plainValue returns the value of a pair as a parser would.
func plainValue(v any) any {
	switch v := v.(type) {
	case []string:
		list := []any{}
		for _, word := range v {
			list = append(list, word)
		}
		return list
	case []Pair:
		all := map[string]any{}
		for _, m := range v {
			all[m.Key] = plainValue(m.Value)
		}
		return all
	}
	return v
}

// Client is a program that speaks MCP: where its configuration is, and how an entry in it looks.
type Client struct {
	Name, Title string
	Next        map[Form]string // what the person does after an entry was written

	file    func(d dirs) string
	section string   // the object, or table, that holds the entries
	newer   string   // an object in the section that holds them instead, where the file has it
	put     putEntry // nil = the file is JSON
	second  bool     // a second row of a client, which is not looked for
	forms   ways
}

// way makes an entry.
type way func(address string, run Command) []Pair

// ways has the entry of each form that a client knows.
type ways map[Form]way

// putEntry returns a file with section.name set to the entry. All else stays.
type putEntry = func(file []byte, section, name string, entry []Pair) ([]byte, error)

// serverName is the key of our entry.
const serverName = "devservers"

// File returns the path of the client's configuration.
func (c Client) File(getenv func(string) string) string { return c.file(dirs{getenv}) }

// Entry returns what the client's file has to contain about devservers; false if the client doesn't know the form.
func (c Client) Entry(form Form, address string, run Command) ([]Pair, bool) {
	build := c.forms[form]
	if build == nil {
		return nil, false
	}
	return build(address, run), true
}

// Knows reports whether the client can get in like this.
func (c Client) Knows(form Form) bool { return c.forms[form] != nil }

// Text returns a file that contains nothing but the entry.
func (c Client) Text(entry []Pair) (string, error) {
	data, err := c.with(nil, entry)
	return string(data), err
}

// with returns the file with the entry in it. It doesn't change what it can't read.
func (c Client) with(file []byte, entry []Pair) ([]byte, error) {
	switch {
	case c.put != nil:
		return c.put(file, c.section, serverName, entry)
	case c.newer != "" && (c.second || hasObject(file, c.section, c.newer)):
		return putJSONIn(file, []string{c.section, c.newer}, serverName, entry)
	}
	return putJSON(file, c.section, serverName, entry)
}
