package app

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// TestPrintedTextDoesNotCompile: a program's text has no way into a step or a sentence. Each marked line of the source
// must be refused, and no other.
func TestPrintedTextDoesNotCompile(t *testing.T) {
	t.Parallel()
	const file = "testdata/untrusted/main.go"
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "build", "-gcflags=-e", "-o", os.DevNull, "./testdata/untrusted").CombinedOutput()
	if err == nil {
		t.Fatal("it compiles")
	}
	for i, line := range strings.Split(string(source), "\n") {
		refused := strings.Contains(string(out), file+":"+strconv.Itoa(i+1)+":")
		if wrong := strings.HasSuffix(line, "// wrong"); refused != wrong {
			t.Errorf("line %d, refused: %v: %s", i+1, refused, line)
		}
	}
	if t.Failed() {
		t.Log(string(out))
	}
}

// TestPrintedTextIsNoString: what package fmt makes of it, which could become a name, has nothing of it.
func TestPrintedTextIsNoString(t *testing.T) {
	t.Parallel()
	for _, verb := range []string{"%s", "%v", "%+v", "%#v", "%q", "%x"} {
		if got := fmt.Sprintf(verb, Print("rm -rf")); got != "(printed text)" {
			t.Errorf("%s: %s", verb, got)
		}
	}
}

func TestPrintedTextIsComparedWhole(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ printed, declared, want string }{
		{"server.js", "node server.js --port 1", "server.js"}, {"server.js", "node api/server.js", ""},
		{"main", "com.shop.main", ""},
		{"db", "postgres://u:p@db:5432/shop", "db"}, {"KEY", "API_KEY", ""}, {"data", "data/redis", ""},
		{"./a", "require('./a')", "./a"},
	} {
		if got := Print(c.printed).In(c.declared); got != c.want {
			t.Errorf("%s in %s: %q", c.printed, c.declared, got)
		}
	}
}

func TestStrongestClaimIsFirst(t *testing.T) {
	t.Parallel()
	place := &Claim{Kind: FindingCode, Root: true, Vague: true}
	place.See("disk", "a")
	looked := &Claim{Kind: FindingModule, Root: true}
	looked.See("disk", "a").Read("manifest", "b")
	aside := &Claim{Kind: FindingDependency}
	aside.See("system", "a")
	if Stronger(looked, place) >= 0 || Stronger(place, aside) >= 0 {
		t.Errorf("%d %d %d", looked.Strength(), place.Strength(), aside.Strength())
	}
}
