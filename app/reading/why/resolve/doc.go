// Package resolve looks for a name in a project that leads to nothing: a file, an import, an application of a command.
// It says where the name was looked for, what is near it, and which change would make it right. It owns nothing and
// changes nothing. It knows no output of programs and makes no sentences.
package resolve
