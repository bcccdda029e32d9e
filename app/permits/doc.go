// Package permits decides which changes of env and port agents may make, and holds those that wait for a person's click.
// It owns the requests that wait, in memory. It knows neither pages nor tools.
package permits
