package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestActionsArePinned: a tag of an action can be moved to other code, a digest not.
func TestActionsArePinned(t *testing.T) {
	files, err := filepath.Glob(".github/workflows/*.yml")
	if err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}
	pinned := regexp.MustCompile(`^[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if _, action, ok := strings.Cut(line, "uses: "); ok && !pinned.MatchString(strings.TrimSpace(action)) {
				t.Errorf("%s: %s is not pinned by a digest, or doesn't name its version", file, strings.TrimSpace(action))
			}
		}
	}
}

// TestReleasesAreSignedAndListed: what SECURITY.md says of a release is what makes one.
func TestReleasesAreSignedAndListed(t *testing.T) {
	for file, parts := range map[string][]string{
		".goreleaser.yaml":              {"artifacts: checksum", ".ci/sign", ".ci/sbom", "mod_timestamp"},
		".github/workflows/release.yml": {"attest-build-provenance@", "subject-checksums: dist/checksums.txt", "MINISIGN_KEY"},
		".ci/sbom":                      {"static/vendor", "pkg:npm/htmx.org@"},
		".ci/vulnerabilities":           {"VULN_UNCHECKED", "exit 1"},
		"SECURITY.md":                   {"checksums.txt.minisig", "attestation verify", "VULN_UNCHECKED=1"},
	} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
		}
		for _, part := range parts {
			if !strings.Contains(string(text), part) {
				t.Errorf("%s lacks %q", file, part)
			}
		}
	}
}

// TestReleasesAreBuiltAsHere: what isn't inlined is listed twice, since each tool has its own words for it.
func TestReleasesAreBuiltAsHere(t *testing.T) {
	rules, err := os.ReadFile("templ.mk")
	release, err2 := os.ReadFile(".goreleaser.yaml")
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	all := regexp.MustCompile(`-gcflags=(\S+)`).FindAllStringSubmatch(string(rules), -1)
	for _, flag := range all {
		if !strings.Contains(string(release), "- "+flag[1]+"\n") {
			t.Errorf(".goreleaser.yaml lacks %s", flag[1])
		}
	}
	if n := strings.Count(string(release), "=-l\n"); n != len(all) {
		t.Errorf(".goreleaser.yaml has %d flags, templ.mk has %d", n, len(all))
	}
}
