// Package config reads, checks and saves what devservers is configured with:
//
//   - devservers.yml, which declares a project's servers and tasks (Find, Load);
//   - trust, which binds a person's "yes, run this" to the exact bytes of that file (Trust, Review);
//   - the global config.yml with the settings and the registered projects (Global).
//
// Every fault is a Problem with file, line, column, the key and what to do next, and all faults of a file are
// reported at once. Nothing in this package starts a process or opens a network connection, and devservers.yml
// is never written.
//
// # What a file may do to the reader
//
// A devservers.yml comes with a repository and is not trusted. It is read at most to MaxFileSize, and UTF-8, NUL,
// control characters, depth, anchors, aliases, tags, merge keys and second documents are refused before or right
// after the YAML library sees them: 20,000 nested brackets cost that library 750 MB.
//
// # Commands
//
// Commands are read as a shell would read them and run without one (ParseCommand). Which executables they may name
// is decided by Allow at each start. The list of names stops typos and surprises, not a hostile repository: any
// interpreter runs anything, which is what trust is for.
package config
