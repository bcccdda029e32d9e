package session

import (
	"fmt"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/mcp/render"
)

// newsFor is how long a crash stays a notice.
const newsFor = 10 * time.Minute

// Standing returns what a model should know about the state of a server though it did not ask.
func Standing(st app.Status) (list []string) {
	name := st.Ref().String()
	if st.ConfigChanged {
		list = append(list, name+": devservers.yml has changed since it started; restart_server applies it")
	}
	if st.Retry != nil || st.Kind != "task" && st.EndedByItself() && time.Since(*st.EndedAt) < newsFor {
		list = append(list, fmt.Sprintf("%s crashed %s: %s", name, words.Ago(time.Since(st.Since)),
			render.Tidy(st.Reason, 200)))
	}
	if st.Broken != nil {
		list = append(list, name+": "+render.Tidy(st.Broken.String(), 200))
	}
	return list
}
