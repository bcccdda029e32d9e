package evidence

import "testing"

func TestRouteOf(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"src/routes/+page.svelte":           "/",
		"src/routes/about/+page.ts":         "/about",
		"src/routes/trips/[id]/+page.js":    "",
		"src/routes/api/+server.js":         "",
		"app/(shop)/menu/page.tsx":          "/menu",
		"app/menu/card.tsx":                 "",
		"src/pages/index.astro":             "/",
		"web/src/pages/blog/first.mdx":      "/blog/first",
		"pages/_app.tsx":                    "",
		"shop/pages/views.py":               "",
		"src/routes/$name/+page.svelte":     "",
		"src/routes/some name/+page.svelte": "/some%20name",
	} {
		if got := route([]string{"NOTES.md", file}); got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
}
