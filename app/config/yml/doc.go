// Package yml reads a YAML file from an untrusted repository into nodes that know their line and column, and collects
// everything that is wrong with it as Problems: file, line, column, key, message and hint. A Reader never stops at the
// first problem.
//
// A file is read up to MaxFileSize. UTF-8, NUL, control characters, depth, anchors, aliases, tags, merge keys and second
// documents are refused before or right after the YAML library sees them: 20,000 nested brackets cost that library
// 750 MB.
//
// Which keys exist is for the callers to say: config for devservers.yml, settings for config.yml.
package yml
