package rules

import (
	"devservers/app"
	"devservers/app/reading/why/sayings"
	"devservers/app/reading/why/steps"
)

// memoryRules find memory, file watchers, open files and disk space that are used up.
var memoryRules = append([]rule{
	{words: []string{"heap out of memory"}, pattern: lazily(`JavaScript heap out of memory`),
		find: func(c *Clues, _ int, m []string) *app.Finding {
			f := &app.Finding{Kind: app.FindingMemory, Problem: "it ran out of memory: " + m[0]}
			for _, o := range steps.Limits(&c.Project) {
				if o.Name == "--max-old-space-size" {
					f.Evidence, f.Fix = []string{o.Where + " has " + o.Name + " " + o.Value}, "raise "+o.Name+" in "+o.Where+", or find what grows"
					return f
				}
			}
			f.Next(app.Step{Do: app.StepSetEnv, Server: c.Ref, Name: "NODE_OPTIONS", Value: "--max-old-space-size=4096"}, "find what grows")
			return f
		}},
	{words: []string{"MemoryError"}, pattern: lazily(`^MemoryError`),
		find: func(c *Clues, at int, _ []string) *app.Finding {
			f := &app.Finding{Kind: app.FindingMemory, Problem: "it ran out of memory: MemoryError", Fix: "find what needs so much, or raise memory: of the server if that is its limit"}
			if p := c.CodeAt(at); p.File != "" {
				f.Problem, f.Fix = "it asked for more memory than there is in "+c.Where(p), "correct "+c.Where(p)+", or raise memory: of the server if that is its limit"
			}
			return f
		}},
}, said(sayings.System)...)
