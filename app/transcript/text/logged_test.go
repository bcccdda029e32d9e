package text

import "testing"

// TestStructuredRequests: a request and its answer may be two lines.
func TestStructuredRequests(t *testing.T) {
	t.Parallel()
	var asked Asked
	for i, c := range []struct {
		line   string
		path   string
		status int
		is     bool
	}{
		{`{"level":30,"reqId":"req-1","req":{"method":"GET","url":"/items"},"msg":"incoming request"}`, "/items", 0, true},
		{`{"level":30,"reqId":"req-2","req":{"method":"POST","url":"/buy"},"msg":"incoming request"}`, "", 0, true},
		{`{"level":30,"reqId":"req-2","res":{"statusCode":201},"msg":"request completed"}`, "", 201, true},
		{`{"level":30,"reqId":"req-1","res":{"statusCode":200},"msg":"request completed"}`, "/items", 200, true},
		{`{"level":30,"reqId":"req-1","res":{"statusCode":200},"msg":"nobody asked"}`, "", 200, false},
		{`{"request_id":7,"method":"GET","path":"/cart","status":500}`, "/cart", 500, true},
		{`{"req":{"id":1,"method":"GET","url":"/a"},"res":{"statusCode":304},"msg":"request completed"}`, "/a", 304, true},
		{`{"msg":"the job has the status","status":"done","id":4}`, "", 0, false},
		{`{"method":"pay","url":"https://shop.example/"}`, "", 0, false},
		{`GET /items 200`, "", 0, false},
	} {
		if r, is := asked.Take([]byte(c.line)); is != c.is || is && (r.Get() != c.path || r.Status != c.status) {
			t.Errorf("%d: %+v, %v", i, r, is)
		}
	}
}
