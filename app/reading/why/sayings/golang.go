package sayings

import "devservers/app"

// Golang are what the command go says of modules and packages. The pattern must match at the beginning, or after a place.
var Golang = []Saying{
	{Words: []string{"inconsistent vendoring"}, Pattern: Lazily(`^go: inconsistent vendoring`),
		Kind: app.FindingModule, Problem: "the vendor directory does not match go.mod", Fix: "go mod vendor, or ignore it with -mod=mod"},
	{Words: []string{"not one of the workspace modules"}, Pattern: Lazily(`directory (\S+) is contained in a module that is not one of the workspace modules`),
		Kind: app.FindingConfig, Problem: "go.work does not list the module in $1", Fix: "go work use ./$1"},
	{Words: []string{"listed in go.work file"}, Pattern: Lazily(`cannot load module (\S+) listed in go\.work file`),
		Kind: app.FindingConfig, Problem: "go.work lists $1, which has no go.mod", Fix: "remove $1 from go.work, or correct its path there"},
	{Words: []string{"use of internal package"}, Pattern: Lazily(`use of internal package (\S+) not allowed`),
		Kind: app.FindingCode, Problem: "the package $1 is internal: only packages below the directory that has internal may import it", Fix: "move it out of internal, or import another package"},
	{Words: []string{"replacement directory"}, Pattern: Lazily(`replacement directory (\S+) does not exist`),
		Kind: app.FindingFile, Problem: "go.mod replaces a module by the directory $1, which does not exist", Fix: "correct or remove the replace line in go.mod, or create the directory"},
	{Words: []string{"C compiler \""}, Pattern: Lazily(`C compiler "([\w.+-]+)" not found`),
		Kind: app.FindingExecutable, Problem: "the C compiler $1, which cgo needs, is not installed", Fix: "install $1, or set CGO_ENABLED=0 if the packages can do without"},
	{Words: []string{"found packages"}, Pattern: Lazily(`found packages (\w+) \(([\w.-]+)\) and (\w+) \(([\w.-]+)\) in (\S+)`),
		Kind: app.FindingCode, Problem: "$2 and $4 lie in one directory, but belong to the packages $1 and $3", Fix: "move one of the two files, or correct its package line"},
	{Words: []string{"module lookup disabled by GOPROXY"}, Pattern: Lazily(`([\w.-]+\.[\w-]+/[\w./-]+)@(\S+?): module lookup disabled by GOPROXY=off`),
		Kind: app.FindingModule, Problem: "the Go module $1 $2 is not downloaded, and GOPROXY=off forbids to", Fix: "unset GOPROXY (go env -u GOPROXY, or the environment), then go mod download"},
	{Words: []string{"forgotten import?"}, Pattern: Lazily(`sql: unknown driver "([\w.-]+)" \(forgotten import\?\)`),
		Kind: app.FindingCode, Problem: "the program imports no package that brings the SQL driver $1", Fix: "import the package of the driver for its effect (import _ ...), or correct the name in sql.Open"},
	{Words: []string{": directory not found"}, Pattern: Lazily(`^stat (?:\S*/)?([\w.-]+/[\w.-]+): directory not found$`),
		Kind: app.FindingFile, Problem: "the directory $1 of the command does not exist", Fix: "correct the package in the command"},
	{Words: []string{"missing port in address"}, Pattern: Lazily(`listen tcp: address (\d{2,5}): missing port in address`),
		Kind: app.FindingCode, Problem: "the address $1 that it should listen on is a port without a colon", Fix: "write a colon before the port where the sources listen"},
}
