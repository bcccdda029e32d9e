package views

// htmxConfig keeps the library from evaluating text as code, and reconnects a lost stream within seconds.
const htmxConfig = `{"extensions":"sse","history":false,"includeIndicatorCSS":false,` +
	`"sse":{"reconnectDelay":300,"reconnectMaxDelay":3000,"reconnectJitter":0.3,"connectTimeout":10000}}`

// shortcut is one line of the help.
type shortcut struct {
	keys []string
	what string
}

// shortcuts returns the keys that static/js/keys.js listens to.
func shortcuts() []shortcut {
	return []shortcut{
		{[]string{"Ctrl", "K"}, "go to a project, a server or an action"},
		{[]string{"/"}, "search"},
		{[]string{"g", "s"}, "servers"},
		{[]string{"g", "l"}, "logs"},
		{[]string{"g", "h"}, "history"},
		{[]string{"j"}, "next server"},
		{[]string{"k"}, "previous server"},
		{[]string{"s"}, "start or stop the selected server"},
		{[]string{"r"}, "restart it"},
		{[]string{"p"}, "pin it"},
		{[]string{"o"}, "open its address"},
		{[]string{"t"}, "its terminal"},
		{[]string{"l"}, "its logs"},
		{[]string{"?"}, "this help"},
	}
}
