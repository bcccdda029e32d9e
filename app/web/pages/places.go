package pages

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/app/web/wire"
	"devservers/views"
)

// places opens places that output names in the person's editor. It offers only files of the project that exist.
type places struct {
	sup    *supervisor.Supervisor
	editor *wire.Editor
}

// finder returns what finds places in the lines of a server; nil if there is no editor.
func (p places) finder() views.PlaceFinder {
	dirs := map[string][2]string{} // root of the project and working directory, by project/server
	for _, sr := range p.sup.ServerRuns() {
		dir := ""
		if sr.Run != nil {
			dir = sr.Run.Record().Dir
		}
		dirs[sr.Ref.String()] = [2]string{sr.Root, dir}
	}
	return func(server, name string, line, col int) (views.Place, bool) {
		at, known := dirs[server]
		if !known {
			return views.Place{}, false
		}
		file, ok := p.editor.Find(at[0], at[1], name)
		if !ok {
			return views.Place{}, false
		}
		return p.place(server, wire.Location{Root: at[0], File: file, Line: line, Col: col}), true
	}
}

func (p places) place(server string, at wire.Location) views.Place {
	v := views.Place{File: at.File, Line: at.Line, Col: at.Col, Link: p.editor.Link(at)}
	if v.Link == "" && p.editor.Runs() {
		v.Open = views.ProjectPath(projectOf(server)) + "/open?" +
			url.Values{"file": {at.File}, "line": {strconv.Itoa(at.Line)}, "column": {strconv.Itoa(at.Col)}}.Encode()
	}
	return v
}

// Open runs the person's editor on a file of a project.
func (a *Actions) Open(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	q := wire.NewParameters(r.URL.Query())
	name, line, col := q.Text("file"), q.Count("line"), q.Count("column")
	if q.Err() != nil {
		return q.Err()
	}
	project, err := a.sup.Project(ref.Project)
	if err != nil {
		return err
	}
	file, ok := a.places.editor.Find(project.Path, "", project.Path+"/"+name)
	if !ok {
		return app.Failf(app.CodeNotFound, "it may have been moved or removed", "%s has no such file", ref.Project)
	}
	if err := a.places.editor.Open(wire.Location{Root: project.Path, File: file, Line: line, Col: col}); err != nil {
		return err
	}
	return wire.NoContent(w, nil)
}

func projectOf(server string) string {
	project, _, _ := strings.Cut(server, "/")
	return project
}
