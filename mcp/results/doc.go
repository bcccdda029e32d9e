// Package results numbers the runs of tasks and says how a run went. It owns the file mcp-results.json: the numbers, which
// results have been read, and the time limits of runs. It outlives the manager. It starts and stops nothing.
package results
