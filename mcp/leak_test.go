package mcp_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
)

// TestNoToolLeaksASecret: a server and a task print what they were given, in every encoding that programs use, in lines,
// in errors, in a failure and in their command lines. No tool shows it or its beginning, in neither form of its answer.
func TestNoToolLeaksASecret(t *testing.T) {
	t.Parallel()
	const key, option = `abc&def"w/or\d'<x>+9!`, "0pt10n-in-the-command"
	w := newWorld(t)
	asJSON, _ := json.Marshal(key)
	encodings := []string{key, string(asJSON), "'" + strings.ReplaceAll(key, "'", `'\''`) + "'", url.QueryEscape(key),
		url.PathEscape(key), base64.StdEncoding.EncodeToString([]byte(key)),
		base64.StdEncoding.EncodeToString([]byte("user:" + key)), hex.EncodeToString([]byte(key)),
		strings.Repeat("x", 391) + key} // which is cut within it
	var lines string
	for _, form := range encodings {
		lines += "ERROR: bad key " + form + "\n"
	}
	lines += "using " + option + " and AKIA" + "IOSFODNN7EXAMPLE\nError: bad key " + key + "\n    at run (app.js:3:7)\n"
	dir := w.declare("shop", fmt.Sprintf(`servers:
  web: {command: 'FC replay log.txt 1 --token=%s', env_file: .env}
  api: {command: 'FC listen 127.0.0.1:$PORT', port: auto}
tasks:
  tell: {command: FC replay log.txt 3, env_file: .env}
`, option))
	w.written(filepath.Join(dir, "log.txt"), lines)
	w.written(filepath.Join(dir, ".env"), "API_KEY='"+strings.ReplaceAll(key, "'", `\'`)+"'\n")
	w.Register(dir)
	a := w.agent("/mcp", false)
	var all string
	for _, c := range []struct {
		tool string
		args given
	}{
		{"start_server", given{"server": "web"}},
		{"start_server", given{"server": "web", "wait": "none"}},
		{"run_task", given{"task": "tell", "wait_s": 20}},
		{"get_runs", nil}, {"get_runs", given{"run": "shop/tell #1"}},
		{"wait_for", given{"server": "web", "until": "exit", "timeout_s": 20}},
		{"wait_for", given{"server": "web", "until": "log", "pattern": "bad", "timeout_s": 1}},
		{"diagnose", given{"server": "web", "pattern": "bad|using"}}, {"diagnose", given{"server": "tell"}},
		{"diagnose", nil},
		{"get_errors", nil}, {"get_errors", given{"server": "web"}}, {"check_edit", nil},
		{"get_server_logs", given{"server": "web"}}, {"get_server_logs", nil},
		{"get_server_logs", given{"server": "web", "grep": "bad|using", "context": 1}},
		{"search_logs", given{"query": "bad"}}, {"search_logs", given{"query": "using", "context": 2}},
		{"list_projects", given{"detail": "detailed"}}, {"patch_config", nil},
	} {
		r := a.call(c.tool, c.args)
		data, _ := json.Marshal(r.data)
		all += c.tool + ": " + r.text + "\n" + string(data) + "\n"
		for _, leak := range []string{"abc", "YWJj", "616263", `w/or`, option, "0pt10n", "IOSFODNN7"} {
			if at := strings.Index(r.text+string(data), leak); at >= 0 {
				from := r.text + string(data)
				t.Errorf("%s %v shows %s: ...%s", c.tool, c.args, leak, from[max(0, at-200):min(len(from), at+60)])
			}
		}
	}
	if !strings.Contains(all, "bad key ••••••") {
		t.Error("nothing was shown at all: " + all)
	}
}
