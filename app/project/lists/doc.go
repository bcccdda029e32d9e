// Package lists reads the lists of processes that other tools keep for a project: Procfile, process-compose.yaml,
// mprocs.yaml, .claude/launch.json, .vscode/tasks.json and compose.yaml. What of a list can't be expressed is named in
// its notes. For starts that agents ask for it says which places a sandbox
// shows, which files the commands run, whether a work tree brings code that no person has run, and what of that code
// has changed since a person last decided. Nothing is run or changed.
package lists
