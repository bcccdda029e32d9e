package pages

import (
	"context"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"devservers/app"
	"devservers/app/access"
	"devservers/app/config/command"
	"devservers/app/engine/supervisor"
	"devservers/app/record/history"
	"devservers/app/web/guard"
	"devservers/app/web/wire"
	"devservers/views"
)

// SetEnv changes a variable of a server from its next start on, and restarts it if the person chose so.
func (a *Actions) SetEnv(w http.ResponseWriter, r *http.Request, ref app.Ref, fields url.Values) error {
	name, c := strings.TrimSpace(fields.Get("name")), app.Change{Reason: "set on the page"}
	args := map[string]any{"set_env": []string{name}}
	if fields.Get("do") == "unset" {
		c.UnsetEnv, args = []string{name}, map[string]any{"unset_env": []string{name}}
	} else {
		c.SetEnv = map[string]string{name: fields.Get("value")}
	}
	actor := guard.ActorOf(r)
	_, err := history.Record(a.history, actor, history.SetEnv, ref, args, func() (app.Overlay, error) {
		return access.AddPatch(a.sup, ref, c, actor)
	})
	if err != nil {
		return err
	}
	if st, _ := a.sup.Status(ref); st.State.Up() && fields.Get("restart") != "" {
		if err := a.begin(r, history.Restart, ref, a.sup.Restart); err != nil {
			return err
		}
	}
	return a.answer(w, r, ref)
}

// Run runs a task, with arguments if the form has some.
func (a *Actions) Run(w http.ResponseWriter, r *http.Request, ref app.Ref, fields url.Values) error {
	args, err := argumentsOf(fields.Get("arguments"))
	if err != nil {
		return app.Failf(app.CodeInvalid, "write them as in a shell, with quotes closed", "cannot read the arguments: %v",
			err)
	}
	return a.Button(history.Run, func(ctx context.Context, ref app.Ref, o supervisor.StartOptions) (app.Result, error) {
		o.Args = args
		return a.sup.RunTask(ctx, ref, o)
	})(w, r, ref)
}

// AddProject registers the project in a directory, and leads to the review of its commands.
func (a *Actions) AddProject(w http.ResponseWriter, r *http.Request, _ app.Ref, fields url.Values) error {
	path := strings.TrimSpace(fields.Get("path"))
	if rest, ok := strings.CutPrefix(path, "~"); ok && (rest == "" || rest[0] == os.PathSeparator) {
		path = filepath.Join(a.sup.View().Home, rest)
	}
	if !filepath.IsAbs(path) {
		return app.Failf(app.CodeInvalid, "write /home/you/project or ~/project", "the directory must be absolute")
	}
	view, _, err := a.sup.Register(path)
	err = a.history.Do(guard.ActorOf(r), history.Register, app.Ref{Project: view.ID}, map[string]any{"path": path},
		func() error { return err })
	if err != nil {
		return err
	}
	to := views.ProjectPath(view.ID)
	if view.Problem == nil && !view.Trusted() {
		to += "/trust"
	}
	return lead(w, r, to)
}

// Set writes a setting into the person's config.yml.
func (a *Actions) Set(w http.ResponseWriter, r *http.Request, _ app.Ref, fields url.Values) error {
	if err := a.settings.Set(fields.Get("key"), strings.TrimSpace(fields.Get("value"))); err != nil {
		return app.Failf(app.CodeInvalid, "or edit config.yml by hand", "%v", err)
	}
	if IsFragment(r) {
		w.Header().Set("HX-Refresh", "true")
		return wire.NoContent(w, nil)
	}
	return wire.Redirect(w, http.StatusSeeOther, "/settings#set-preferences")
}

// lead takes a browser to another page after a form.
func lead(w http.ResponseWriter, r *http.Request, to string) error {
	if IsFragment(r) {
		w.Header().Set("HX-Redirect", to)
		return wire.NoContent(w, nil)
	}
	return wire.Redirect(w, http.StatusSeeOther, to)
}

// argumentsOf reads the arguments of a task as a shell would, without variables.
func argumentsOf(text string) ([]string, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	c, err := command.Parse(text)
	if err != nil {
		return nil, err
	}
	return c.Expand(func(string) (string, bool) { return "", false })
}
