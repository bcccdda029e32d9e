// Package oauth lets an MCP client that knows only the address of /mcp get access: OAuth 2.1 with the documents that
// MCP's authorization chapter names. A 401 leads the client to the metadata (RFC 9728), and that to ours as an
// authorization server (RFC 8414). The client registers (RFC 7591), sends the person's browser to the consent page, and
// trades the code that it gets back for tokens (PKCE, RFC 7636). All clients are public, and all of it stays on this
// machine.
//
// Package access owns the grants; this package knows only the requests about them.
package oauth
