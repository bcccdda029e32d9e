// Package proxy passes requests for a server's own host name, web.shop.localhost, on to the port of that server. While
// the server starts, browsers get a page with its output and programs wait; a sleeping server is woken. It owns its
// table of names and its connections, is independent of the manager's pages, and lets no cookie of theirs through.
//
// Requests about a host go through the pipe to the manager there: of its API, its pages, and its servers' named URLs.
// What comes back is output. The API's answers are cleaned and named as things are called here; pages have an origin of
// their own, so that no script of a host runs in this manager's.
package proxy
