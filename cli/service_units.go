package cli

import (
	"encoding/xml"
	"fmt"
	"path/filepath"
	"strings"
)

// plan is what a service is made from.
type plan struct {
	home    string
	program string            // absolute path of devservers
	log     string            // of the manager
	port    int               // that systemd holds
	env     map[string]string // directories that differ from the usual ones
	names   []string          // of env, in order
}

type unit struct{ path, text string }

const mark = "Written by devservers service install; devservers service remove takes it away."

// systemd returns the socket, which holds the port from login on, and the service that is started by the first
// connection. A service that stops leaves the servers running for the next one: their holders are not killed with it.
func (p plan) systemd() []unit {
	dir := filepath.Join(p.home, ".config/systemd/user")
	if config := p.env["XDG_CONFIG_HOME"]; config != "" {
		dir = filepath.Join(config, "systemd/user")
	}
	socket := fmt.Sprintf(`# %s
[Unit]
Description=Port of the devservers manager

[Socket]
ListenStream=127.0.0.1:%d
ListenStream=[::1]:%d
BindIPv6Only=ipv6-only

[Install]
WantedBy=sockets.target
`, mark, p.port, p.port)
	env := ""
	for _, name := range p.names {
		env += "Environment=" + systemdQuote(name+"="+p.env[name]) + "\n"
	}
	service := fmt.Sprintf(`# %s
[Unit]
Description=devservers manager
Requires=devservers.socket
After=devservers.socket

[Service]
Type=exec
ExecStart=%s serve --keep-servers
%sKillMode=process
Restart=on-failure
RestartPreventExitStatus=2 3 4
StandardOutput=append:%s
StandardError=append:%s
`, mark, systemdQuote(p.program), env, systemdEscape(p.log), systemdEscape(p.log))
	return []unit{{filepath.Join(dir, "devservers.socket"), socket}, {filepath.Join(dir, "devservers.service"), service}}
}

// systemdEscape keeps systemd from replacing specifiers in a value.
func systemdEscape(text string) string { return strings.ReplaceAll(text, "%", "%%") }

// systemdQuote returns a word as systemd reads it in a list of words.
func systemdQuote(text string) string {
	if strings.ContainsAny(text, " \t'\"\\$") {
		text = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, `$`, `$$`).Replace(text) + `"`
	}
	return systemdEscape(text)
}

// launchd returns the agent that starts the manager at login, and again after a crash.
func (p plan) launchd() []unit {
	var env strings.Builder
	for _, name := range p.names {
		fmt.Fprintf(&env, "\t\t<key>%s</key>\n\t\t<string>%s</string>\n", name, escapeXML(p.env[name]))
	}
	text := fmt.Sprintf(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- %s -->
<plist version="1.0">
<dict>
	<key>Label</key>
	<string>%s</string>
	<key>ProgramArguments</key>
	<array>
		<string>%s</string>
		<string>serve</string>
		<string>--keep-servers</string>
	</array>
	<key>EnvironmentVariables</key>
	<dict>
%s	</dict>
	<key>RunAtLoad</key>
	<true/>
	<key>KeepAlive</key>
	<dict>
		<key>SuccessfulExit</key>
		<false/>
	</dict>
	<key>AbandonProcessGroup</key>
	<true/>
	<key>StandardOutPath</key>
	<string>%s</string>
	<key>StandardErrorPath</key>
	<string>%s</string>
</dict>
</plist>
`, mark, label, escapeXML(p.program), env.String(), escapeXML(p.log), escapeXML(p.log))
	return []unit{{filepath.Join(p.home, "Library/LaunchAgents", label+".plist"), text}}
}

// label is the service's name for launchd.
const label = "devservers.manager"

func escapeXML(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text))
	return b.String()
}
