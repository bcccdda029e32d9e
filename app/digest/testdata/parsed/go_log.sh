printf 'module shop\n\ngo 1.21\n' >go.mod
cat >main.go <<'GO'
package main

import (
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net"
	"os"
)

func main() {
	slog.Info("started", "errors", 0)
	slog.Warn("stock is low", "item", "tea")
	text := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{AddSource: true}))
	text.Error("payment failed", "err", errors.New("card declined"))
	json := slog.New(slog.NewJSONHandler(os.Stdout, nil))
	json.Info("retry", "error", "", "failed", false)
	json.Error("mail was not sent", "err", "timeout")
	go func() { defer func() { fmt.Println("recovered:", recover()) }(); panic("in a goroutine") }()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	_, err = net.Listen("tcp", l.Addr().String())
	fmt.Println("second listener:", err != nil)
	ch := make(chan int)
	panic(fmt.Errorf("no price for %s: %w", "tea", <-errs(ch)))
}

func errs(chan int) chan error {
	c := make(chan error, 1)
	c <- errors.New("not found")
	return c
}
GO
once go run .
