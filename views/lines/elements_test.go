package lines

import (
	"context"
	"strings"
	"testing"

	"devservers/app"
	"devservers/views"
)

// TestALineHasAtMostTenElements draws lines with many fields: what went wrong stays marked, a link stays one, and no field
// is lost.
func TestALineHasAtMostTenElements(t *testing.T) {
	const few = `{"level":"error","msg":"unreachable","method":"GET","path":"/pay","status":502,"err":"ECONNREFUSED","ms":31,` +
		`"url":"http://localhost:9000/pay"`
	const many = few + `,"a":1,"b":2,"c":3,"d":4,"e":5,"f":6`
	for _, text := range []string{few + "}", many + "}", strings.Replace(many, "error", "info", 1) + "}"} {
		line := app.MergedLine{LogLine: app.LogLine{Server: "shop/web", Run: "r", Seq: 9, Text: text}}
		line.Level, _, _ = strings.Cut(text[len(`{"level":"`):], `"`)
		var b strings.Builder
		look := Look{Servers: map[string]LogServer{"shop/web": {Name: "web"}}, Find: func(string, string, int, int) (views.Place, bool) {
			return views.Place{}, false
		}}
		if err := Rows(look, look.rows([]app.MergedLine{line})).Render(context.Background(), &b); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(b.String(), "</") - 1; n < 8 || n > maxElements {
			t.Errorf("%d elements: %s", n, b.String())
		}
		for _, want := range []string{`<span class="hot">status=502</span>`, `<span class="hot">err=ECONNREFUSED</span>`,
			"ms=31", `href="http://localhost:9000/pay"`} {
			if !strings.Contains(b.String(), want) {
				t.Errorf("no %s in %s", want, b.String())
			}
		}
		if strings.Contains(text, `"f"`) && !strings.Contains(b.String(), "f=6") {
			t.Errorf("a field is lost: %s", b.String())
		}
	}
}
