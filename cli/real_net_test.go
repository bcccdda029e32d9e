//go:build real && linux

package cli

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"devservers/app/engine/machine"
)

// realClient returns a client that keeps no connection: servers come and go on the same port.
func realClient() *http.Client {
	return &http.Client{Timeout: realLimit, Transport: &http.Transport{DisableKeepAlives: true}}
}

// get returns the body of a page, whatever its status.
func get(url string) (string, error) {
	answer, err := realClient().Get(url)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	return string(body), err
}

func fetch(t *testing.T, url string) string {
	t.Helper()
	answer, err := realClient().Get(url)
	if err != nil {
		t.Errorf("an address that was shown as verified does not answer: %v", err)
		return ""
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Errorf("%s answers %s, %v", url, answer.Status, err)
	}
	return string(body)
}

// ping returns the answer of a Redis at addr to PING.
func ping(t *testing.T, addr string) string {
	t.Helper()
	c, err := net.DialTimeout("tcp", addr, realLimit)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(realLimit)); err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(c, "PING\r\n")
	answer := make([]byte, 64)
	n, err := c.Read(answer)
	if err != nil {
		t.Error(err)
	}
	return string(answer[:n])
}

// listener returns the process that listens on port.
func (w *realWorld) listener(t *testing.T, port int) int {
	t.Helper()
	o := machine.OwnerOf(port)
	if o == nil || o.PID == 0 {
		t.Fatalf("nobody listens on port %d", port)
	}
	return o.PID
}
