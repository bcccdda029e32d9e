package render

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

func TestYAMLSaysWhatJSONDoes(t *testing.T) {
	for _, text := range []string{
		`{"b":1,"a":-2,"c":[],"d":{},"e":null,"f":true,"g":0.25,"h":12.5,"i":1700000000000,"j":0}`,
		`{"list":[{"x":"1"},{"y":["a","b: c","- d"]}],"empty":"","text":"two\nlines\n","tail":"x\n\ny"}`,
		`["yes","no","null","~","1.5","0x10","2026-01-02","12:30:00","#x","a #b","*x","&x","!x","%x","@x","` + "`" +
			`x","{x","[x",", x","'x'","\"x\"","\\"]`,
		`{"key with space":"v","1":2,"":"empty key","true":false,"ü":"ü😀","esc":"\u003cb\u003e \u0026 \u2028 \t tab"}`,
		`"a string"`, `[]`, `{}`, `{"long":"` + strings.Repeat("word ", 60) + `"}`, `{"a":{"b":{"c":[[1,2],[3]]}}}`,
	} {
		got, err := asYAML([]byte(text))
		if err != nil {
			t.Fatal(text, err)
		}
		want, err := yaml.JSONToYAML([]byte(text))
		if err != nil {
			t.Fatal(text, err)
		}
		if string(got) != string(want) {
			t.Errorf("%s\ngot:\n%s\nwant:\n%s", text, got, want)
		}
	}
	if _, err := asYAML([]byte(`{"a":[1`)); err == nil {
		t.Error("half an object is no error")
	}
}

func BenchmarkYAML(b *testing.B) {
	one := map[string]any{"server": "shop/web", "state": "ready", "url": "http://localhost:3000",
		"viewer_url": "http://localhost:7912/p/shop/web", "started_by": "you, 3m ago"}
	var all []any
	for range 50 {
		all = append(all, one)
	}
	data, _ := json.Marshal(map[string]any{"projects": all})
	b.Run("ours", func(b *testing.B) {
		for b.Loop() {
			_, _ = asYAML(data)
		}
	})
	b.Run("library's", func(b *testing.B) {
		for b.Loop() {
			_, _ = yaml.JSONToYAML(data)
		}
	})
}
