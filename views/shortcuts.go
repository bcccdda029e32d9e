package views

// htmxConfig keeps the library from evaluating text as code, and from waiting between drawing a part and taking its
// forms: keys and clicks in that millisecond, or in a busy browser's second, would be lost.
const htmxConfig = `{"history":false,"includeIndicatorCSS":false,"defaultSettleDelay":0}`

// shortcut is one line of the help.
type shortcut struct {
	keys []string
	what string
}

// shortcuts returns the keys that static/js/keys.js listens to.
func shortcuts() []shortcut {
	return []shortcut{
		{[]string{"Ctrl", "K"}, "go to a project, a server or an action"},
		{[]string{"/"}, "filter or search"},
		{[]string{"g", "s"}, "servers"},
		{[]string{"g", "l"}, "logs"},
		{[]string{"g", "h"}, "activity"},
		{[]string{"j"}, "next server"},
		{[]string{"k"}, "previous server"},
		{[]string{"Enter"}, "open its drawer"},
		{[]string{"f"}, "its whole page"},
		{[]string{"x"}, "select it; with Shift, a range"},
		{[]string{"s"}, "start or stop it"},
		{[]string{"r"}, "restart it"},
		{[]string{"p"}, "pin it"},
		{[]string{"o"}, "open its address"},
		{[]string{"t"}, "its terminal"},
		{[]string{"l"}, "its logs"},
		{[]string{"[", "]"}, "neighbor server"},
		{[]string{"1", "…", "5"}, "tabs of a server"},
		{[]string{"Ctrl", "]"}, "stop typing into a terminal"},
		{[]string{"n"}, "next error in the logs; N the one before"},
		{[]string{"w"}, "wrap long lines"},
		{[]string{"?"}, "this help"},
	}
}
