package digest

import "strings"

// viteConfig is how Vite begins to say that its configuration is wrong.
const viteConfig = "failed to load config from "

// The steps of what Vite says besides a file that it cannot serve.
const (
	viteCause  = iota + 1 // of a proxy: the next line says why
	viteLoad              // of the configuration: what is wrong comes
	viteStack             // "at" lines
	viteSingle            // nothing more comes
)

// beginVitePlugin knows what the proxy and Svelte's plugin say, and that the configuration is wrong.
func beginVitePlugin(text string) *Reading {
	if m := viteProxy.find(text); m != nil {
		return &Reading{step: viteCause, Ready: true, Finding: Finding{Message: m[1]}}
	}
	if m := viteWarn.find(text); m != nil {
		return &Reading{step: viteSingle, Ready: true, Finding: Finding{Level: "warn", Message: m[4], File: m[1], Line: number(m[2]), Column: number(m[3]) + 1}}
	}
	if file, ok := strings.CutPrefix(text, viteConfig); ok {
		return &Reading{step: viteLoad, Finding: Finding{File: file}}
	}
	return nil
}

// viteStep reads on.
func (r *Reading) viteStep(text string) bool {
	switch r.step {
	case viteCause:
		r.Message += ": " + text
		r.step = viteStack
		return true
	case viteLoad:
		return r.viteLoad(text)
	case viteStack:
		return strings.HasPrefix(text, "    at ") || r.bundler(text)
	}
	return strings.HasPrefix(text, "https://svelte.dev/")
}

func (r *Reading) viteLoad(text string) bool {
	if text == "" || text == "error when starting dev server:" {
		return true
	}
	m := viteSaid.find(text)
	if m == nil {
		return false
	}
	if viteCount.find(m[1]) == nil { // else esbuild says more
		r.Message, r.Ready = m[1], true
	}
	r.step = viteStack
	return true
}
