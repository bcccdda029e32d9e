// Package finders looks for the causes of a failure: at files, manifests, sources, sockets, the environment and the
// system. A printed word only points to a finder and to a name; the finder then looks, and what it observes makes the
// claim. If it observes nothing, there is no claim. It starts nothing, changes nothing, and knows no wordings of
// programs.
package finders
