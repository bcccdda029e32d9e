package render

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type place struct {
	Project string `arg:"project"`
}

type mode string

type sample struct {
	Server string `arg:"server,required" about:"a name"`
	place
	Mode   mode              `arg:"mode" oneof:"ready none" usual:"ready"`
	Limit  int               `arg:"limit" min:"1" max:"100" usual:"20"`
	All    bool              `arg:"all"`
	Names  []string          `arg:"names"`
	Values map[string]string `arg:"values"`
}

func read(t *testing.T, text string) (sample, error) {
	t.Helper()
	var given any
	if err := json.Unmarshal([]byte(text), &given); err != nil {
		t.Fatal(err)
	}
	var a sample
	_, err := ArgumentsOf[sample]().Read(given, &a)
	return a, err
}

func TestRead(t *testing.T) {
	for text, want := range map[string]sample{
		`{"server":"web"}`: {Server: "web", Mode: "ready", Limit: 20},
		`{"server":"web","project":null,"limit":null}`: {Server: "web", Mode: "ready", Limit: 20},
		`{"server":5173,"project":"shop","limit":7}`: {Server: "5173", place: place{"shop"}, Mode: "ready",
			Limit: 7},
		`{"server":"w","mode":"none","all":true}`: {Server: "w", Mode: "none", Limit: 20, All: true},
		`{"server":"w","names":["A"],"values":{"B":""}}`: {Server: "w", Mode: "ready", Limit: 20, Names: []string{"A"},
			Values: map[string]string{"B": ""}},
		`{"server":"w","limit":"30","all":"yes","mode":"NONE"}`: {Server: "w", Mode: "none", Limit: 30, All: true},
		`{"server":"w","limit":"30s","names":"A"}`: {Server: "w", Mode: "ready", Limit: 30,
			Names: []string{"A"}},
		`{"server":"w","values":{"A":1,"B":true}}`: {Server: "w", Mode: "ready", Limit: 20,
			Values: map[string]string{"A": "1", "B": "true"}},
		`{"server":"w","values":["A=1","B=x=y"]}`: {Server: "w", Mode: "ready", Limit: 20,
			Values: map[string]string{"A": "1", "B": "x=y"}},
		`{"server":"w","limit":101}`:                  {Server: "w", Mode: "ready", Limit: 100},
		`{"server":"w","limit":-5,"mode":"readying"}`: {Server: "w", Mode: "ready", Limit: 1},
	} {
		got, err := read(t, text)
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(sample{})); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", text, err, diff)
		}
	}
}

func TestReadNamesEverythingWrong(t *testing.T) {
	for text, want := range map[string]string{
		`{}`:             "server is missing",
		`[]`:             "the arguments must be an object",
		`{"server":" "}`: "server is empty",
		`{"server":"w","limit":1.5,"mode":"soon","al":1}`: `limit must be a whole number; mode must be ready or none; there is no argument "al"`,
		`{"server":"w","all":"maybe","names":{"A":1}}`: "all must be true or false; names must be a list of at most 100 " +
			"strings",
		`{"server":[],"values":{"A":[1]}}`: "server must be a string; values must be an object of at most " +
			"100 strings",
		`{"server":"w","values":["A"],"limit":"many"}`: "limit must be a whole number; values must be an object of at " +
			"most 100 strings",
		`{"server":"` + strings.Repeat("x", 4097) + `"}`: "server is longer than 4096 bytes",
	} {
		if _, err := read(t, text); err == nil || err.Error() != want {
			t.Errorf("%.60s: %v, want %s", text, err, want)
		}
	}
}

func TestSchema(t *testing.T) {
	want := `{"properties":{"all":{"type":"boolean"},"limit":{"default":20,"maximum":100,"type":"integer"},` +
		`"mode":{"default":"ready","enum":["ready","none"],"type":"string"},"names":{"items":{"type":"string"},"type":"array"},` +
		`"project":{"type":"string"},"server":{"description":"a name","type":"string"},` +
		`"values":{"additionalProperties":{"type":"string"},"type":"object"}},"required":["server"],"type":"object"}`
	if got := string(ArgumentsOf[sample]().Schema()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := ArgumentsOf[sample]().Usage(); got != "server, project?, mode?, limit?, all?, names?, values?" {
		t.Error(got)
	}
}

func TestOfRefusesWhatIsNoArgument(t *testing.T) {
	for name, of := range map[string]func(){
		"no name": func() { ArgumentsOf[struct{ A string }]() },
		"no bound": func() {
			ArgumentsOf[struct {
				A int `arg:"a"`
			}]()
		},
		"a kind": func() {
			ArgumentsOf[struct {
				A float64 `arg:"a"`
			}]()
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			of()
		}()
	}
}

// TestErrorsEchoLittle: a client that sends 30,000 unknown names gets no answer of megabytes.
func TestErrorsEchoLittle(t *testing.T) {
	t.Parallel()
	values := map[string]any{strings.Repeat("long", 10_000): 1}
	for i := range 30_000 {
		values["name"+strconv.Itoa(i)] = i
	}
	_, err := ArgumentsOf[struct{}]().Read(values, &struct{}{})
	if err == nil || len(err.Error()) > 1000 || !strings.Contains(err.Error(), "29993 other problems") {
		t.Errorf("%d bytes: %.300v", len(err.Error()), err)
	}
}

func TestReadSaysWhatItMovedIntoBounds(t *testing.T) {
	notes, err := ArgumentsOf[sample]().Read(map[string]any{"server": "w", "limit": 120.0}, &sample{})
	if err != nil || len(notes) != 1 || notes[0] != "limit must be between 1 and 100: 100 is used" {
		t.Errorf("%v %q", err, notes)
	}
}
