// Package proxy passes requests for a server's own host name, web.shop.localhost, on to the port of that server. While
// the server starts, browsers get a page with its output and programs wait; a sleeping server is woken. It owns its
// table of names and its connections, is independent of the manager's pages, and lets no cookie of theirs through.
package proxy
