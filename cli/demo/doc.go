// Package demo has the demo project: its devservers.yml, and its servers, which this program runs itself so that nothing
// needs to be installed. It knows nothing of the command line or the manager.
package demo
