package parse

import "strings"

// viteConfig begins the report that Vite's configuration is wrong.
const viteConfig = "failed to load config from "

// Steps of reports that are not about a module.
const (
	viteCause  = iota + 1 // of a proxy: the next line has the cause
	viteLoad              // of the configuration: the message follows
	viteStack             // "at" lines
	viteSingle            // nothing follows
)

// beginVitePlugin parses reports of the proxy, of Svelte's plugin and about the configuration.
func beginVitePlugin(text string) *Reading {
	if m := viteProxy.Find(text); m != nil {
		return &Reading{step: viteCause, Ready: true, Finding: Finding{Message: m[1]}}
	}
	if m := viteWarn.Find(text); m != nil {
		return &Reading{step: viteSingle, Ready: true, Finding: Finding{Level: "warn", Message: m[4], File: m[1], Line: Number(m[2]), Column: Number(m[3]) + 1}}
	}
	if file, ok := strings.CutPrefix(text, viteConfig); ok {
		return &Reading{step: viteLoad, Finding: Finding{File: file}}
	}
	return nil
}

// viteStep parses the next line of such a report.
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
	m := viteSaid.Find(text)
	if m == nil {
		return false
	}
	if viteCount.Find(m[1]) == nil { // else esbuild's report follows
		r.Message, r.Ready = m[1], true
	}
	r.step = viteStack
	return true
}
