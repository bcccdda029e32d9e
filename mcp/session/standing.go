package session

import (
	"devservers/app"
	"devservers/mcp/render"
)

// Standing returns what a model should know about the state of a server though it did not ask. Crashes are notices.
func Standing(st app.Status) (list []string) {
	name := st.Ref().String()
	if st.ConfigChanged {
		list = append(list, name+": devservers.yml has changed since it started; restart_server applies it")
	}
	if st.Broken != nil {
		list = append(list, name+": "+render.Tidy(st.Broken.String(), 200))
	}
	return list
}
