package parse

import (
	"encoding/json"
	"fmt"
	"strings"
)

// zodHead begins the message of a ZodError: the issues as JSON of many lines.
const zodHead = "ZodError: ["

// zod reads the next line of such a message. At its end it turns the message into the path and text of each issue.
func (r *Reading) zod(text string) {
	if !strings.HasPrefix(r.Message, zodHead) || len(r.Message) > MaxText {
		return
	}
	r.Message += " " + strings.TrimSpace(text)
	if text != "]" {
		return
	}
	var issues []struct {
		Path    []any
		Message string
	}
	if json.Unmarshal([]byte(strings.TrimPrefix(r.Message, "ZodError: ")), &issues) != nil {
		return
	}
	var said []string
	for _, i := range issues {
		said = append(said, strings.Trim(strings.ReplaceAll(fmt.Sprint(i.Path), " ", "."), "[]")+": "+i.Message)
	}
	r.Message = "ZodError: " + strings.Join(said, "; ")
}
