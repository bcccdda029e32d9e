// Package chaos tries the real program under faults and under load. It has tests alone, behind the build tag chaos,
// each with a home, a manager and servers of its own:
//
//   - chaos: several callers do random steps while processes are killed and stopped, disks are full, files are removed
//     and ports are taken. After each burst everything comes to rest, and the invariants are checked from outside: by
//     /proc, by the files, by the servers' own notes and by what API, command line and MCP answer.
//   - soak: long steady work with few faults, and checks that nothing grows.
//   - load: figures under load, which README.md shows.
//   - counter: each system call of manager and holders fails in turn.
//   - proof: bugs planted in the program, each of which chaos or soak must find.
//
// The seed decides which steps each caller does and which faults come; how they interleave is up to the machine. The
// package uses no internals of the manager, but reads what it stores: run.json, transcripts, status.json.
package chaos
