package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Schema returns the JSON Schema (2020-12) of devservers.yml.
func Schema() string {
	defs := []string{
		shared,
		`"servers": ` + namedSchema("server"), `"tasks": ` + namedSchema("task"),
		`"server": ` + objectSchema(rowsOf(KindServer),
			`"anyOf": [{"required": ["command"]}, {"required": ["managed"], "properties": {"managed": {"const": false}}}]`),
		`"task": ` + objectSchema(rowsOf(KindTask), `"required": ["command"]`),
		`"ready": ` + objectSchema(readyRows, `"minProperties": 1`),
		`"alive": ` + objectSchema(aliveRows, `"oneOf": [{"required": ["http"]}, {"required": ["tcp"]}, {"required": ["command"]}]`),
		`"check": {"anyOf": [` + objectSchema(checkRows, `"minProperties": 1`) + `, {"enum": ["off", false]}]}`,
		`"env_file": {"anyOf": [{"type": "string"}, ` + objectSchema(envFileRows, `"required": ["path"]`) + `]}`,
		`"env_files": {"anyOf": [{"$ref": "#/$defs/env_file"}, {"type": "array", "items": {"$ref": "#/$defs/env_file"}}, {"type": "null"}]}`,
		`"stop": ` + objectSchema(stopRows, ""),
		`"sandbox": ` + objectSchema(sandboxRows, ""),
		`"worktree": {"anyOf": [` + objectSchema(worktreeRows, "") + `, {"type": "null"}]}`,
		`"data": {"type": ["object", "null"], "propertyNames": {"$ref": "#/$defs/name"}, "additionalProperties": ` +
			objectSchema(dataRows, `"required": ["kind"]`) + `}`,
	}
	root := objectSchema(projectRows, `"required": ["project"], "anyOf": [{"required": ["servers"]}, {"required": ["tasks"]}]`)
	text := `{"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "devservers.yml",
		"description": "The dev servers and tasks of one project.", ` + root[1:len(root)-1] + `, "$defs": {` + strings.Join(defs, ",") + `}}`
	var out bytes.Buffer
	if err := json.Indent(&out, []byte(text), "", "  "); err != nil {
		panic(err) // the rows hold invalid JSON: a test finds that
	}
	return out.String() + "\n"
}

// objectSchema returns the schema of a mapping that has the keys of rows and no others.
func objectSchema[R any](rows []row[R], more string) string {
	properties := make([]string, len(rows))
	for i, r := range rows {
		about := `"description": ` + strconv.Quote(r.about)
		if r.preset != "" {
			about += `, "default": ` + r.preset
		}
		properties[i] = strconv.Quote(r.name) + `: {` + about + `, ` + r.value[1:]
	}
	if more != "" {
		more += ", "
	}
	return `{"type": "object", "additionalProperties": false, ` + more + `"properties": {` +
		strings.Join(properties, ", ") + `}}`
}

// namedSchema returns the schema of a mapping of names to servers or tasks.
func namedSchema(def string) string {
	return fmt.Sprintf(`{"type": ["object", "null"], "propertyNames": {"$ref": "#/$defs/name"}, "maxProperties": %d,
		"additionalProperties": {"$ref": "#/$defs/%s"}}`, maxServers, def)
}

// shared are the kinds of values that several keys have.
const shared = `
"name": {"type": "string", "pattern": "^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$"},
"command": {"type": "string", "minLength": 1,
	"examples": ["python manage.py runserver $PORT", "npm run dev -- --port $PORT"],
	"description": "Quoted as in a shell. $NAME and ${NAME} come from the environment; nothing else of a shell works."},
"duration": {"description": "A number of seconds, or a duration: 500ms, 10s, 2m.",
	"anyOf": [{"type": "number", "minimum": 0}, {"type": "string", "pattern": "^([0-9.]+(ns|us|µs|ms|s|m|h))+$"}]},
"minutes": {"description": "A number of minutes, or a duration: 90s, 2h.",
	"anyOf": [{"type": "number", "minimum": 0}, {"type": "string", "pattern": "^([0-9.]+(ns|us|µs|ms|s|m|h))+$"}]},
"size": {"description": "A number of bytes, or a size: 512MB, 1GB. 0 or none means no limit.",
	"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string"}]},
"strings": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
"port": {"anyOf": [{"type": "integer", "minimum": 1, "maximum": 65535}, {"const": "auto"}, {"type": "null"}]},
"env": {"type": ["object", "null"], "propertyNames": {"pattern": "^(?!DEVSERVERS_)[A-Za-z_][A-Za-z0-9_]*$"},
	"additionalProperties": {"type": ["string", "number", "boolean"]}},
"depends_on": {"anyOf": [{"$ref": "#/$defs/strings"},
	{"type": "object", "additionalProperties": {"enum": ["ready", "started", "completed", null]}}]}`
