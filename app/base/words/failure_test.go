package words

import (
	"testing"
	"time"
)

func TestFailures(t *testing.T) {
	port := Reason{Kind: PortClosed, Port: 5173}
	for want, got := range map[string]string{
		"web exited with code 1 after 3s, before it was ready":                                                         EndedEarly("web", End{Code: 1, Lived: 3 * time.Second}).String(),
		"web was not ready within 1m: waiting for port 5173; it does not listen on any port":                           Late("web", time.Minute, port, nil, true).String(),
		"web was not ready within 1m 30s: waiting for port 5173; it listens on [::]:1 and [::]:2":                      Late("web", 90*time.Second, port, []string{"[::]:1", "[::]:2"}, true).String(),
		"web was not ready within 1m: waiting to see whether it stays alive":                                           Late("web", time.Minute, Reason{Kind: MustStayAlive}, nil, false).String(),
		"restarting in 0.5s (1 of 5)":                                                                                  Restarts(500*time.Millisecond, 1, 5),
		"web is not ready: http://localhost/ answers 500 Internal Server Error":                                        Answers("web", Reason{Kind: BadAnswer, About: "http://localhost/", Detail: "500 Internal Server Error"}).String(),
		"web is not ready: the last thing it printed is an error, and it has been quiet since (waiting for port 5173)": NotReadyAfterError("web", port).String(),
		"web is not ready after 5s: waiting for port 5173":                                                             NotReadyAfter("web", 5*time.Second, port.String()).String(),
		"web is not ready after 5s":                                                                                    NotReadyAfter("web", 5*time.Second, "").String(),
	} {
		if got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
