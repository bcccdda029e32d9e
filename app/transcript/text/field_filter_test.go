package text

import "testing"

func TestFieldFilterMatchesWhatIsShown(t *testing.T) {
	const record, plain = `{"level":"info","msg":"request","status":200,"path":"/cart"}`, "GET /cart status=200 in 3 ms"
	for _, c := range []struct {
		filter FieldFilter
		line   string
		want   bool
	}{
		{FieldFilter{"status", "200", "status=200"}, record, true},
		{FieldFilter{"status", "200", "status=200"}, plain, true},
		{FieldFilter{"status", "2*", "status:2*"}, record, true},
		{FieldFilter{"status", "5*", "status:5*"}, record, false},
		{FieldFilter{"path", "*ar*", "path:*ar*"}, record, true},
		{FieldFilter{"path", "/c*rt*rt", ""}, record, false},
		{FieldFilter{"status", "200", ""}, plain, false},
		{FieldFilter{"msg", "req*", ""}, record, true},
		{FieldFilter{"level", "info", ""}, record, true},
		{FieldFilter{"localhost", "3000", "localhost:3000"}, "listens on localhost:3000", true},
	} {
		if got := c.filter.Matches(c.line); got != c.want {
			t.Errorf("%+v on %q: %v", c.filter, c.line, got)
		}
	}
}
