package environment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/home"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/app/engine/supervisor"
	"devservers/app/project"
)

// setup runs the tasks that prepare the worktree, one after the other: each whose inputs have changed since it last
// succeeded here, or that differ from the main checkout's if it never did.
func (e *Environments) setup(ctx context.Context, j *job, a Wanted) (string, error) {
	d := e.sup.Files.Declared(j.now().ID)
	if d == nil || d.Problem != nil {
		return "", project.ProblemOf(d, j.now().ID)
	}
	var did []string
	for _, name := range d.Conf.Worktree.Setup {
		task, ok := d.Conf.Find(name)
		if !ok {
			continue // it was reported as a problem of the file
		}
		inputs := e.inputs(ctx, d, task)
		if !a.Again && inputs != "" && inputs == e.before(ctx, j, task) {
			did = append(did, name+" not needed")
			continue
		}
		testStep("before task " + name)
		if err := e.runTask(ctx, app.Ref{Project: d.Reg.ID, Name: name}, a); err != nil {
			return "", err
		}
		testStep("after task " + name)
		did = append(did, name)
		if err := j.change(func(b *settings.Branch) { b.Inputs = home.With(b.Inputs, name, inputs) }); err != nil {
			return "", err
		}
	}
	return strings.Join(did, ", "), nil
}

// before returns a digest of the inputs from which a task's results in the worktree were made: by itself, or in the
// main checkout from where they were copied.
func (e *Environments) before(ctx context.Context, j *job, task config.Server) string {
	b := j.now()
	if digest, ran := b.Inputs[task.Name]; ran {
		return digest
	}
	id, err := e.sup.Files.Find(b.Main)
	if err != nil || len(b.Copied)+len(b.Forks) == 0 {
		return ""
	}
	return e.inputs(ctx, e.sup.Files.Declared(id), task)
}

// inputs returns a digest of the files that decide whether a task has to run again, or "" if it names none.
func (e *Environments) inputs(ctx context.Context, d *project.Declared, task config.Server) string {
	if len(task.Inputs) == 0 || d == nil {
		return ""
	}
	g := e.git(ground{main: d})
	list, err := g.in(ctx, d.Reg.Path, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	if err != nil {
		return ""
	}
	files := config.Server{Watch: task.Inputs}.Watched(strings.Split(list, "\x00"))
	slices.Sort(files)
	return digest(d.Reg.Path, slices.Compact(files))
}

// runTask runs a task to its end. If it runs already, since a killed call has started it, that run counts.
func (e *Environments) runTask(ctx context.Context, ref app.Ref, a Wanted) error {
	r, err := e.sup.RunTask(ctx, ref, supervisor.StartOptions{Actor: a.Actor, Env: a.Env})
	var fail *app.Error
	if errors.As(err, &fail) && fail.Code == app.CodeConflict && r.Run != "" {
		err = nil
	}
	if err != nil {
		return err
	}
	for range e.sup.Changes(ctx) {
		st, err := e.sup.Status(ref)
		if err != nil {
			return err
		}
		if st.State.Up() {
			continue
		}
		if st.Exit.Well() {
			return nil
		}
		end := "did not complete"
		if st.Exit != nil {
			end = st.Exit.String()
		}
		return app.FailAbout(app.CodeDependency, "its output: devservers logs "+ref.String(), ref.String(), "%s", end)
	}
	return ctx.Err()
}

// differences returns what a branch runs otherwise than the main checkout though its devservers.yml is the same: the
// scripts of its packages.
func (p ground) differences() (notes []string) {
	seen := map[string]bool{}
	for _, s := range p.main.Conf.Servers {
		rel, err := filepath.Rel(p.main.Reg.Path, s.WorkingDir)
		file := filepath.Join(rel, "package.json")
		if err != nil || seen[file] {
			continue
		}
		seen[file] = true
		if changed := changedScripts(filepath.Join(p.main.Reg.Path, file), filepath.Join(p.dir, file)); len(changed) > 0 {
			notes = append(notes, fmt.Sprintf("%s: this branch has other scripts than the main checkout: %s", file,
				words.And(changed)))
		}
	}
	return notes
}

// changedScripts returns the names of the scripts that differ between two package.json.
func changedScripts(main, own string) (names []string) {
	before, after := scriptsOf(main), scriptsOf(own)
	for name, script := range after {
		if before[name] != script {
			names = append(names, words.Clean(name, 40))
		}
	}
	slices.Sort(names)
	return names
}

func scriptsOf(file string) map[string]string {
	var doc struct {
		Scripts map[string]string `json:"scripts"`
	}
	if content, err := os.ReadFile(file); err != nil || json.Unmarshal(content, &doc) != nil {
		return nil
	}
	return doc.Scripts
}
