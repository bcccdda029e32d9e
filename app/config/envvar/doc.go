// Package envvar reads env files as docker compose does, masks values that look like secrets, and says which variables
// can make a program run other code. Its errors never contain a value.
package envvar
