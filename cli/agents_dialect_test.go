//go:build real && agents && linux && amd64

package cli

import "encoding/json"

type dict = map[string]any

// anthropic is the Messages API, as Claude Code speaks it.
type anthropic struct{}

func (anthropic) hear(question []byte) (h heard, err error) {
	var q struct {
		Tools    []struct{ Name string }
		Messages []struct{ Content json.RawMessage }
	}
	err = json.Unmarshal(question, &q)
	for _, t := range q.Tools {
		h.tools = append(h.tools, t.Name)
	}
	for _, m := range q.Messages {
		var parts []struct {
			Type    string
			Content json.RawMessage
		}
		_ = json.Unmarshal(m.Content, &parts) // or it is a string, which is not an answer of a tool
		for _, p := range parts {
			if p.Type == "tool_result" {
				h.results = append(h.results, textOf(p.Content))
			}
		}
	}
	return h, err
}

func (a anthropic) call(name, id string, args map[string]any) []event {
	input, _ := json.Marshal(args)
	return a.message("tool_use", dict{"type": "tool_use", "id": "tool" + id, "name": name, "input": dict{}},
		dict{"type": "input_json_delta", "partial_json": string(input)})
}

func (a anthropic) say(text string) []event {
	return a.message("end_turn", dict{"type": "text", "text": ""}, dict{"type": "text_delta", "text": text})
}

// message is an answer with one block.
func (anthropic) message(end string, block, delta dict) (list []event) {
	usage := dict{"input_tokens": 1, "output_tokens": 1}
	for _, d := range []dict{
		{"type": "message_start", "message": dict{"id": "msg_1", "type": "message", "role": "assistant",
			"model": "claude-fake", "content": []any{},
			"stop_reason": nil, "stop_sequence": nil, "usage": usage}},
		{"type": "content_block_start", "index": 0, "content_block": block},
		{"type": "content_block_delta", "index": 0, "delta": delta},
		{"type": "content_block_stop", "index": 0},
		{"type": "message_delta", "delta": dict{"stop_reason": end, "stop_sequence": nil}, "usage": usage},
		{"type": "message_stop"},
	} {
		list = append(list, event{d["type"].(string), d})
	}
	return list
}

// codexShell is the tool with which Codex runs a command.
const codexShell = "exec_command"

// openai is the Responses API, as Codex speaks it.
type openai struct{}

func (openai) hear(question []byte) (h heard, err error) {
	var q struct {
		Tools []struct {
			Name  string
			Tools []struct{ Name string }
		}
		Input []struct {
			Type   string
			Output json.RawMessage
		}
	}
	err = json.Unmarshal(question, &q)
	for _, t := range q.Tools {
		h.tools = append(h.tools, t.Name)
		for _, deeper := range t.Tools {
			h.tools = append(h.tools, deeper.Name)
		}
	}
	for _, i := range q.Input {
		if i.Type == "function_call_output" {
			h.results = append(h.results, textOf(i.Output))
		}
	}
	return h, err
}

func (o openai) call(name, id string, args map[string]any) []event {
	text, _ := json.Marshal(args)
	item := dict{"type": "function_call", "id": "fc_" + id, "call_id": id, "name": name, "arguments": string(text)}
	if name != codexShell {
		item["namespace"] = "mcp__devservers"
	}
	return o.response(item)
}

func (o openai) say(text string) []event {
	return o.response(dict{"type": "message", "id": "msg_1", "role": "assistant",
		"content": []any{dict{"type": "output_text", "text": text}}})
}

func (openai) response(item dict) (list []event) {
	usage := dict{"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
	for _, d := range []dict{
		{"type": "response.created", "response": dict{"id": "resp_1"}},
		{"type": "response.output_item.done", "item": item},
		{"type": "response.completed", "response": dict{"id": "resp_1", "usage": usage}},
	} {
		list = append(list, event{d["type"].(string), d})
	}
	return list
}

// google is the Gemini API.
type google struct{}

func (google) hear(question []byte) (h heard, err error) {
	var q struct {
		Tools []struct {
			FunctionDeclarations []struct{ Name string }
		}
		Contents []struct {
			Parts []struct {
				FunctionResponse *struct{ Response json.RawMessage }
			}
		}
	}
	err = json.Unmarshal(question, &q)
	for _, t := range q.Tools {
		for _, f := range t.FunctionDeclarations {
			h.tools = append(h.tools, f.Name)
		}
	}
	for _, c := range q.Contents {
		for _, p := range c.Parts {
			if p.FunctionResponse != nil {
				h.results = append(h.results, string(p.FunctionResponse.Response))
			}
		}
	}
	return h, err
}

func (g google) call(name, _ string, args map[string]any) []event {
	return g.content(dict{"functionCall": dict{"name": name, "args": args}})
}

func (g google) say(text string) []event { return g.content(dict{"text": text}) }

func (google) content(part dict) []event {
	return []event{{data: dict{
		"candidates": []any{dict{"index": 0, "finishReason": "STOP",
			"content": dict{"role": "model", "parts": []any{part}}}},
		"usageMetadata": dict{"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
	}}}
}
