package supervisor_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"devservers/app"
)

// TestServersKnowEachOther refers to a server with an automatic port from env and from a command, before it was
// started.
func TestServersKnowEachOther(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.Project("shop", `servers:
  my-api: {command: FC listen 127.0.0.1:$PORT, port: auto, env: {OWN: "$PORT ${PORT} $PORTS"}}
  web:
    command: FC say at ${servers.my-api.url}/v1
    env: {API: "${servers.my-api.url}/v1", PORTS: "${servers.my-api.port},${servers.my-api.port}", PLAIN: "$HOME"}
`)
	web, api := app.Ref{Project: id, Name: "web"}, app.Ref{Project: id, Name: "my-api"}
	w.MustStart(web)
	st, _ := w.Sup.Status(web)
	given := environOf(t, st.PID)
	w.MustStart(api)
	at, _ := w.Sup.Status(api)
	number := strconv.Itoa(at.Port)
	if at.URL != "http://localhost:"+number {
		t.Fatalf("the API is at %q", at.URL)
	}
	for name, want := range map[string]string{
		"API": at.URL + "/v1", "PORTS": number + "," + number, "PLAIN": "$HOME", "DEVSERVERS_MY_API_URL": at.URL,
		"DEVSERVERS_MY_API_PORT": number, "DEVSERVERS_WEB_URL": "",
	} {
		if given[name] != want {
			t.Errorf("%s is %q, not %q", name, given[name], want)
		}
	}
	if own := environOf(t, at.PID)["OWN"]; own != number+" "+number+" $PORTS" {
		t.Errorf("its own port is %q, not %s", own, number)
	}
	line, err := os.ReadFile("/proc/" + strconv.Itoa(st.PID) + "/cmdline")
	if err == nil && !strings.Contains(string(line), at.URL+"/v1") {
		t.Errorf("the command is %q", line)
	}
}
