package why

import "testing"

func TestTaskDoesTheFix(t *testing.T) {
	for _, c := range []struct {
		command, fix string
		want         bool
	}{
		{"npm install", "npm install", true}, {"npm ci", "npm install", true}, {"npm install --no-audit", "npm install", true},
		{"npm install left-pad", "npm install", false}, {"npm run install", "npm install", false}, {"bundle install", "bundle install", true},
	} {
		if got := does(c.command, c.fix); got != c.want {
			t.Errorf("%s for %s: %v", c.command, c.fix, got)
		}
	}
}
