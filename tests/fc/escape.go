package fc

import (
	"fmt"
	"net"
	"os"
	"time"
)

// tryDial prints whether a connection can be made, and what a TCP server answers to a line.
func tryDial(network, address string) {
	c, err := net.DialTimeout(network, address, 3*time.Second)
	if err == nil {
		defer c.Close()
		_ = c.SetDeadline(time.Now().Add(time.Second))
		buf := make([]byte, 100)
		if _, err = c.Write([]byte("hello\n")); err == nil {
			var n int
			if n, err = c.Read(buf); err == nil {
				fmt.Printf("REACHED %q\n", buf[:n])
				return
			}
		}
	}
	fmt.Println("held:", err)
}

// tryListen prints whether it can listen.
func tryListen(network, address string) {
	l, err := net.Listen(network, address)
	if err != nil {
		fmt.Println("held:", err)
		return
	}
	defer l.Close()
	fmt.Println("REACHED", l.Addr())
}

// tryWrite prints whether it can write a file.
func tryWrite(file string) {
	if err := os.WriteFile(file, []byte("escaped"), 0o600); err != nil {
		fmt.Println("held:", err)
		return
	}
	fmt.Println("written")
}
