// Package lists reads the lists of processes that other tools keep for a project: Procfile, process-compose.yaml,
// mprocs.yaml, .claude/launch.json, .vscode/tasks.json and compose.yaml. What of a list can't be expressed is named in
// its notes. Nothing is run or changed.
package lists
