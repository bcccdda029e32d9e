printf 'module shop\n\ngo 1.22\n' >go.mod
cat >main.go <<'GO'
package main

import "os"

func main() {
	n := total(1, "2")
	fmt.Println("x")
}
GO
once go run .
once go vet .
