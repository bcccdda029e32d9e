// Package text turns printed bytes into text: without escape sequences, without what hides, with the level that a
// line states. It has no state, is independent of files and lines, and imports little, because each holder contains it.
package text
