// Package finders looks for the causes of a failure in the project: in its files, manifests, sources and settings, and
// in its environment. A printed word only points to a finder and to a name; the finder then looks, and what it observes
// makes the claim. If it observes nothing, there is no claim. It starts nothing, changes nothing, and knows no wordings
// of programs.
package finders
