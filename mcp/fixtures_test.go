//go:build real && linux

package mcp_test

import (
	"context"
	"fmt"
	"strings"

	protocol "github.com/mark3labs/mcp-go/mcp"
	mcpgo "github.com/mark3labs/mcp-go/server"
)

// The smallest picture and the smallest sound.
const (
	pixel  = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
	silent = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA="
)

// addFixtures adds what the suite demands, by name and text. The product does not use any of it.
func addFixtures(s *mcpgo.MCPServer) {
	s.EnableSampling()
	addContents(s)
	addTalkers(s)
	addElicitations(s)
	addResources(s)
	addPrompts(s)
}

type fixture = func(ctx context.Context, r protocol.CallToolRequest) (*protocol.CallToolResult, error)

func says(content ...protocol.Content) fixture {
	return func(context.Context, protocol.CallToolRequest) (*protocol.CallToolResult, error) {
		return &protocol.CallToolResult{Content: content}, nil
	}
}

func addContents(s *mcpgo.MCPServer) {
	embedded := func(uri, kind, text string) protocol.Content {
		return protocol.NewEmbeddedResource(protocol.TextResourceContents{URI: uri, MIMEType: kind, Text: text})
	}
	picture := protocol.NewImageContent(pixel, "image/png")
	for name, f := range map[string]fixture{
		"test_simple_text":   says(protocol.NewTextContent("This is a simple text response for testing.")),
		"test_image_content": says(picture),
		"test_audio_content": says(protocol.NewAudioContent(silent, "audio/wav")),
		"test_embedded_resource": says(embedded("test://embedded-resource", "text/plain",
			"This is an embedded resource content.")),
		"test_multiple_content_types": says(protocol.NewTextContent("Multiple content types test:"), picture,
			embedded("test://mixed-content-resource", "application/json", `{"test":"data","value":123}`)),
		"test_error_handling": func(context.Context, protocol.CallToolRequest) (*protocol.CallToolResult, error) {
			return protocol.NewToolResultError("This tool intentionally returns an error for testing"), nil
		},
	} {
		s.AddTool(protocol.NewTool(name, protocol.WithDescription("a fixture")), f)
	}
}

// addTalkers adds tools that send notifications while they work; the last one right before its answer.
func addTalkers(s *mcpgo.MCPServer) {
	s.AddTool(protocol.NewTool("test_tool_with_progress", protocol.WithDescription("a fixture")),
		func(ctx context.Context, r protocol.CallToolRequest) (*protocol.CallToolResult, error) {
			if m := r.Params.Meta; m != nil && m.ProgressToken != nil {
				for _, n := range []int{0, 50, 100} {
					_ = s.SendNotificationToClient(ctx, "notifications/progress",
						map[string]any{"progressToken": m.ProgressToken, "progress": n, "total": 100})
				}
			}
			return protocol.NewToolResultText("done"), nil
		})
	logs := func(messages ...string) fixture {
		return func(ctx context.Context, _ protocol.CallToolRequest) (*protocol.CallToolResult, error) {
			for _, m := range messages {
				_ = s.SendLogMessageToClient(ctx, protocol.NewLoggingMessageNotification(protocol.LoggingLevelInfo, "fixture", m))
			}
			return protocol.NewToolResultText("done"), nil
		}
	}
	s.AddTool(protocol.NewTool("test_tool_with_logging", protocol.WithDescription("a fixture")),
		logs("Tool execution started", "Tool processing data", "Tool execution completed"))
	s.AddTool(protocol.NewTool("test_logging_tool", protocol.WithDescription("a fixture")), logs("a message"))
}

func addElicitations(s *mcpgo.MCPServer) {
	enum := func(names ...string) map[string]any { return map[string]any{"type": "string", "enum": names} }
	titled := func(values ...string) (list []any) {
		for _, v := range values {
			list = append(list, map[string]any{"const": v, "title": "Title of " + v})
		}
		return list
	}
	ask := func(required []string, properties map[string]any) fixture {
		return func(ctx context.Context, r protocol.CallToolRequest) (*protocol.CallToolResult, error) {
			schema := map[string]any{"type": "object", "properties": properties}
			if required != nil {
				schema["required"] = required
			}
			got, err := s.RequestElicitation(ctx, protocol.ElicitationRequest{
				Request: protocol.Request{Method: string(protocol.MethodElicitationCreate)},
				Params:  protocol.ElicitationParams{Message: r.GetString("message", "Please say"), RequestedSchema: schema},
			})
			if err != nil {
				return protocol.NewToolResultError(err.Error()), nil
			}
			return protocol.NewToolResultText(fmt.Sprintf("Elicitation completed: action=%s, content=%v", got.Action,
				got.Content)), nil
		}
	}
	s.AddTool(protocol.NewTool("test_elicitation", protocol.WithDescription("a fixture"),
		protocol.WithString("message", protocol.Required())), ask([]string{"username", "email"}, map[string]any{
		"username": map[string]any{"type": "string", "description": "User's response"},
		"email":    map[string]any{"type": "string", "description": "User's email address"},
	}))
	s.AddTool(protocol.NewTool("test_elicitation_sep1034_defaults", protocol.WithDescription("a fixture")),
		ask(nil, map[string]any{
			"name":     map[string]any{"type": "string", "default": "John Doe"},
			"age":      map[string]any{"type": "integer", "default": 30},
			"score":    map[string]any{"type": "number", "default": 95.5},
			"verified": map[string]any{"type": "boolean", "default": true},
			"status":   map[string]any{"type": "string", "enum": []string{"active", "inactive", "pending"}, "default": "active"},
		}))
	s.AddTool(protocol.NewTool("test_elicitation_sep1330_enums", protocol.WithDescription("a fixture")),
		ask(nil, map[string]any{
			"untitledSingle": enum("option1", "option2", "option3"),
			"titledSingle":   map[string]any{"type": "string", "oneOf": titled("value1", "value2", "value3")},
			"legacyEnum": map[string]any{"type": "string", "enum": []string{"opt1", "opt2", "opt3"},
				"enumNames": []string{"One", "Two", "Three"}},
			"untitledMulti": map[string]any{"type": "array", "items": enum("option1", "option2", "option3")},
			"titledMulti": map[string]any{"type": "array",
				"items": map[string]any{"anyOf": titled("value1", "value2", "value3")}},
		}))
}

func addResources(s *mcpgo.MCPServer) {
	gives := func(c protocol.ResourceContents) mcpgo.ResourceHandlerFunc {
		return func(context.Context, protocol.ReadResourceRequest) ([]protocol.ResourceContents, error) {
			return []protocol.ResourceContents{c}, nil
		}
	}
	s.AddResource(protocol.NewResource("test://static-text", "static-text", protocol.WithMIMEType("text/plain")),
		gives(protocol.TextResourceContents{URI: "test://static-text", MIMEType: "text/plain",
			Text: "This is the content of the static text resource."}))
	s.AddResource(protocol.NewResource("test://static-binary", "static-binary", protocol.WithMIMEType("image/png")),
		gives(protocol.BlobResourceContents{URI: "test://static-binary", MIMEType: "image/png", Blob: pixel}))
	s.AddResourceTemplate(protocol.NewResourceTemplate("test://template/{id}/data", "template",
		protocol.WithTemplateMIMEType("application/json")),
		func(_ context.Context, r protocol.ReadResourceRequest) ([]protocol.ResourceContents, error) {
			id := strings.TrimSuffix(strings.TrimPrefix(r.Params.URI, "test://template/"), "/data")
			text := fmt.Sprintf(`{"id":%q,"templateTest":true,"data":%q}`, id, "Data for ID: "+id)
			return []protocol.ResourceContents{protocol.TextResourceContents{URI: r.Params.URI, MIMEType: "application/json",
				Text: text}}, nil
		})
}

func addPrompts(s *mcpgo.MCPServer) {
	user := func(c protocol.Content) protocol.PromptMessage {
		return protocol.PromptMessage{Role: protocol.RoleUser, Content: c}
	}
	add := func(name string, arguments []string, made func(given map[string]string) []protocol.PromptMessage) {
		options := []protocol.PromptOption{protocol.WithPromptDescription("a fixture")}
		for _, a := range arguments {
			options = append(options, protocol.WithArgument(a, protocol.ArgumentDescription("an argument"),
				protocol.RequiredArgument()))
		}
		s.AddPrompt(protocol.NewPrompt(name, options...),
			func(_ context.Context, r protocol.GetPromptRequest) (*protocol.GetPromptResult, error) {
				return &protocol.GetPromptResult{Messages: made(r.Params.Arguments)}, nil
			})
	}
	add("test_simple_prompt", nil, func(map[string]string) []protocol.PromptMessage {
		return []protocol.PromptMessage{user(protocol.NewTextContent("This is a simple prompt for testing."))}
	})
	add("test_prompt_with_arguments", []string{"arg1", "arg2"}, func(g map[string]string) []protocol.PromptMessage {
		return []protocol.PromptMessage{user(protocol.NewTextContent(fmt.Sprintf("Prompt with arguments: arg1='%s', arg2='%s'", g["arg1"], g["arg2"])))}
	})
	add("test_prompt_with_embedded_resource", []string{"resourceUri"}, func(g map[string]string) []protocol.PromptMessage {
		r := protocol.TextResourceContents{URI: g["resourceUri"], MIMEType: "text/plain",
			Text: "Embedded resource content for testing."}
		return []protocol.PromptMessage{user(protocol.NewEmbeddedResource(r)),
			user(protocol.NewTextContent("Please process the embedded resource above."))}
	})
	add("test_prompt_with_image", nil, func(map[string]string) []protocol.PromptMessage {
		return []protocol.PromptMessage{user(protocol.NewImageContent(pixel, "image/png")),
			user(protocol.NewTextContent("Please analyze the image above."))}
	})
}
