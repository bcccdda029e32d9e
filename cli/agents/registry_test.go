package agents

import (
	"encoding/json"
	"regexp"
	"testing"
)

// TestServerJSON holds the limits of the registry's schema.
func TestServerJSON(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "io.github.someone/devservers"} {
		text, err := ServerJSON(name, "1.2.3")
		var doc map[string]string
		if err != nil || json.Unmarshal([]byte(text), &doc) != nil {
			t.Fatalf("%v: %s", err, text)
		}
		if !regexp.MustCompile(`^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$`).MatchString(doc["name"]) || doc["version"] != "1.2.3" ||
			len(doc["description"]) > 100 || doc["$schema"] != registrySchema {
			t.Errorf("%s has a description of %d characters", text, len(doc["description"]))
		}
	}
}
