// Package files reads what the files of a project say about a server: where a file is, which package manager installs
// what a manifest lists, and how the commands for it are written. It owns nothing and changes nothing. It knows no output
// of programs: names come to it already cut out of a line, and are checked before a path is made of them.
package files
