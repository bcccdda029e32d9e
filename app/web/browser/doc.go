// Package browser lets pages of servers report what their console says. It adds a script to pages, whatever their
// Content-Security-Policy, and makes lines of output of the script's reports, at a limited rate. It doesn't know where
// the lines go, nor how requests reach a server.
package browser
