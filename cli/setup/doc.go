// Package setup is the commands about projects: registering and trusting them, checking their files, and the environment
// of their servers. It starts nothing itself.
package setup
