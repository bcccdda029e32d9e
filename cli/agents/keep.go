package agents

import (
	"maps"
	"reflect"
	"slices"
)

// wayIn are the keys that describe how a client connects, of all clients and their versions: they are ours.
var wayIn = []string{"type", "transport", "url", "httpUrl", "serverUrl", "command", "args", "headersHelper",
	"http_headers_helper"}

// Keys that fit one way to connect. With the other they mean nothing, or the client refuses the file, as Codex does.
var (
	withCommand = []string{"cwd", "env", "envFile", "env_vars"}
	withAddress = []string{"headers", "oauth", "auth", "authProviderType", "bearer_token_env_var", "http_headers",
		"env_http_headers", "scopes", "oauth_resource"}
)

// keeps reports whether a key of the present entry is the person's own, like timeout or disabled, and fits the new one.
func keeps(entry []Pair, key string) bool {
	command := slices.ContainsFunc(entry, func(m Pair) bool { return m.Key == "command" })
	foreign := withCommand
	if command {
		foreign = withAddress
	}
	return !slices.Contains(wayIn, key) && !slices.Contains(foreign, key)
}

// keptOf returns what stays of the present entry, and the new entry with the person's variables beside ours.
func keptOf(old map[string]any, entry []Pair) (kept map[string]any, merged []Pair) {
	kept = map[string]any{}
	for key, v := range old {
		if keeps(entry, key) {
			kept[key] = v
		}
	}
	variables, ok := kept["env"].(map[string]any)
	if !ok {
		return kept, entry
	}
	delete(kept, "env")
	at := slices.IndexFunc(entry, func(m Pair) bool { return m.Key == "env" })
	var ours []Pair
	if merged = slices.Clone(entry); at >= 0 {
		ours = merged[at].Value.([]Pair)
		merged = slices.Delete(merged, at, at+1)
	}
	if env := withVariables(ours, variables); len(env) > 0 {
		merged = append(merged, Pair{"env", env})
	}
	return kept, merged
}

// withVariables adds the person's variables to ours. The ones that locate the manager are ours, even if they are no
// longer set.
func withVariables(ours []Pair, theirs map[string]any) []Pair {
	env := slices.Clone(ours)
	for _, name := range slices.Sorted(maps.Keys(theirs)) {
		if !slices.Contains(placeVariables, name) {
			env = append(env, Pair{name, theirs[name]})
		}
	}
	return env
}

// says reports whether an entry has exactly the kept and the merged keys.
func says(got, kept map[string]any, merged []Pair) bool {
	want, _ := plainValue(merged).(map[string]any)
	maps.Copy(want, kept)
	return reflect.DeepEqual(got, want)
}
