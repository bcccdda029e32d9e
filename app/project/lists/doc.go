// Package lists reads what the files of a project list: the processes that other tools keep (Procfile,
// process-compose.yaml, mprocs.yaml, .claude/launch.json, .vscode/tasks.json, compose.yaml), the brokers and databases
// that manifests and settings name, and what init does not propose, with the reason. Nothing is run or changed.
package lists
