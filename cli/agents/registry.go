package agents

import (
	"cmp"
	"encoding/json"
)

// registrySchema is the format of server.json.
const registrySchema = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"

// ServerJSON returns what the MCP registry wants to know of this program, under a name that its owner has proved. It
// lists no packages: they are added with the digests of a release.
func ServerJSON(name, version string) (string, error) {
	text, err := json.MarshalIndent(struct {
		Schema      string `json:"$schema"`
		Name        string `json:"name"`
		Title       string `json:"title"`
		Description string `json:"description"`
		Version     string `json:"version"`
	}{registrySchema, cmp.Or(name, "invalid.devservers/devservers"), "devservers",
		"Start, stop, read and diagnose the dev servers of your projects, shared with the people there.", version},
		"", "  ")
	return string(text) + "\n", err
}
