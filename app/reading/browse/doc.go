// Package browse opens pages of servers in a browser that the person has installed, without a window and with an empty
// profile, and returns what went wrong in them and a picture. It owns one process of that browser, its profile and the
// pictures below the state directory. It speaks the DevTools protocol over a pipe: no port is opened for it.
package browse
