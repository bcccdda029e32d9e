// Package patches changes the overlay of servers: environment variables and ports that apply from the next start on. It
// knows who may change what, and shows the result. The patches themselves belong to app/projects.
package patches
