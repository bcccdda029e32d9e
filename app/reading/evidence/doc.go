// Package evidence looks at a server for what an edit did to it: at its processes and its port, and at its answers to
// requests. It says what it saw, and doesn't judge. It sends requests only when it is called.
package evidence
