// Package caller knows who calls the MCP endpoint (Visit, Caller), and owns what is remembered of callers between two
// calls: how often each changed something lately, how far it has read, and when each of its sessions last called (Memory).
// How far callers have read outlives the manager, in mcp-callers.json.
// It knows nothing of tools and servers.
package caller
