// Package place finds places in source files as programs print them: src/a.ts:3:5, "a.py", line 3, a.cs(3,5) and their
// like. It owns the grammar of places and a bounded memory of which files the project has. It knows nothing about
// errors.
package place
