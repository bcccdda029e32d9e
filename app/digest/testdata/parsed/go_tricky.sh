printf 'module shop\n\ngo 1.21\n' >go.mod
cat >errors_test.go <<'GO'
package shop

import "testing"

func TestErrorIsReturned(t *testing.T) {
	t.Log("error: not found")
	t.Run("panic: is recovered", func(t *testing.T) {
		defer func() { t.Log("recovered panic:", recover()) }()
		panic("x")
	})
	t.Run("FAIL", func(t *testing.T) {})
}
GO
mkdir cmd
cat >cmd/main.go <<'GO'
package main

import (
	"fmt"
	"log"
	"log/slog"
)

func main() {
	log.Println("GET /errors/fatal.js:12:3 404 0 errors")
	slog.Info("error budget", "errors", 0, "level", "ERROR of none")
	slog.Default().Info("no panic: all is well", "err", nil)
	fmt.Println("status   count\nerror    0\nwarning  0\nfatal    0")
}
GO
once go test -v .
once go run ./cmd
