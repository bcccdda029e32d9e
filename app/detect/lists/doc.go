// Package lists reads the files in which other tools keep the processes of a project: Procfile, process-compose.yaml,
// mprocs.yaml, compose.yaml, .claude/launch.json and .vscode/tasks.json. It returns them as they are written there, with what each says
// about directory, variables, port and order. It runs nothing and knows nothing of devservers.yml.
package lists
