// Package output fits lines that servers printed into an answer for a model: folded, clipped, within a number of tokens,
// and between marks that no output can forge. It knows nothing of tools.
package output
