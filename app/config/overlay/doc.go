// Package overlay holds the patches of a project: changes of environment variables and ports that apply from the next
// start on, without a change of devservers.yml. It owns one file for each project in the state directory.
package overlay
