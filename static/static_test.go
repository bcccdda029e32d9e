package static

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path"
	"strings"
	"testing"
)

// vendored is one line of vendor/manifest.json: a file that others wrote, as it was in their package but for the line
// that names a source map.
type vendored struct {
	File    string `json:"file"`
	Package string `json:"package"`
	Version string `json:"version"`
	License string `json:"license"`
	SHA256  string `json:"sha256"`
}

func TestTheManifestNamesExactlyWhatOthersWrote(t *testing.T) {
	data, err := Read("vendor/manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []vendored
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	known := map[string]vendored{"manifest.json": {}}
	for _, v := range list {
		known[v.File] = v
		if v.Package == "" || v.License == "" || v.Version == "" || !strings.Contains(v.File, v.Version) {
			t.Errorf("%+v does not say what it is", v)
		}
		if got := sum(t, v.File); got != v.SHA256 {
			t.Errorf("%s is %s, the manifest says %s", v.File, got, v.SHA256)
		}
	}
	entries, err := files.ReadDir("vendor")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if _, ok := known[strings.TrimSuffix(e.Name(), ".gz")]; !ok {
			t.Errorf("%s is not in the manifest", e.Name())
		}
	}
}

func sum(t *testing.T, file string) string {
	t.Helper()
	data, err := Read(path.Join("vendor", file))
	if err != nil {
		t.Error(err)
	}
	digest := sha256.Sum256(data)
	return hex.EncodeToString(digest[:])
}

// A strict content policy would block what these bring along, and browsers would ask for a source map that isn't there.
func TestNothingInlineAndNoSourceMaps(t *testing.T) {
	for _, name := range Names() {
		data, err := Read(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"sourceMappingURL=", "@import url(http", "url(http", "//cdn."} {
			if strings.Contains(string(data), word) {
				t.Errorf("%s contains %s", name, word)
			}
		}
	}
}
