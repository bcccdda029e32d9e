printf 'module shop\n\ngo 1.22\n' >go.mod
cat >main.go <<'GO'
package main

import "fmt"

type cart struct{ items map[string]int }

func (c *cart) add(name string) { c.items[name]++ }

func main() {
	fmt.Println("starting")
	go func() { select {} }()
	(&cart{}).add("tea")
}
GO
once go run .
