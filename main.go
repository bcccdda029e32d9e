// Command devservers starts, watches and stops the dev servers of several projects for people, agents and scripts.
package main

import (
	"os"

	"devservers/cli"
)

func main() { os.Exit(cli.Main()) }
