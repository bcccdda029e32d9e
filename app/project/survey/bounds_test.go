package survey

import (
	"strings"
	"testing"
)

// TestSettingsWithAliasesEnd: a few lines of YAML may mean very many.
func TestSettingsWithAliasesEnd(t *testing.T) {
	t.Parallel()
	list, tree := "l0: &l0 [x, x, x, x, x, x, x, x, x, x]\n", "t0: &t0 {port: 4000}\n"
	for i := range 9 {
		n, next := string(rune('0'+i)), string(rune('1'+i))
		list += "l" + next + ": &l" + next + " [" + strings.TrimSuffix(strings.Repeat("*l"+n+", ", 10), ", ") + "]\n"
		tree += "t" + next + ": &t" + next + " {a: *t" + n + ", b: *t" + n + ", c: *t" + n + ", d: *t" + n + "}\n"
	}
	if found := told(".yaml", list+tree); len(found) == 0 {
		t.Error("the port is not found")
	}
}

// TestRuleKeepsItsCommands: only what the head of a rule names is run by the program that runs the rules.
func TestRuleKeepsItsCommands(t *testing.T) {
	t.Parallel()
	rules := Rules("run: assets\n\tcmake --build native\n\tgo run ./cmd/api\nassets:\n\tmake all\n", "just")
	if got := recipe(rules["run"]); got != "just assets && cmake --build native && go run ./cmd/api" {
		t.Error(got)
	}
	if got := recipe(rules["assets"]); got != "make all" {
		t.Error(got)
	}
}
