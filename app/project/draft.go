package project

import (
	"cmp"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/app/config/yml"
	"devservers/app/project/detect"
)

// Draft returns what a person has to see before dir gets content as its devservers.yml; port is the manager's. Content
// that is "" stands for that of the file, or else for what init would write. Nothing is written or run.
func (ps *Projects) Draft(dir, content string, port int) (app.Draft, error) {
	dir, err := yml.CheckDirectory(ps.o.Dirs.Home, ps.o.Global.Settings().Roots, dir, ps.o.Dirs.Private()...)
	if err != nil {
		return app.Draft{}, app.AsError(err, app.CodeForbidden)
	}
	file := config.FileIn(dir)
	now, err := yml.ReadInside(dir, filepath.Base(file), yml.MaxFileSize+1)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return app.Draft{}, app.AsError(err, app.CodeForbidden)
	}
	d := app.Draft{Dir: dir, Current: string(now), Init: found(dir, port)}
	d.Content = cmp.Or(content, d.Current, d.Init)
	if err := showable(d.Content, dir); err != nil {
		return d, err
	}
	return d, ps.reviewDraft(&d, file)
}

// reviewDraft adds to d what its content would run, and how it differs.
func (ps *Projects) reviewDraft(d *app.Draft, file string) error {
	conf, err := config.Parse(file, []byte(d.Content))
	if err != nil {
		return app.AsError(err, app.CodeConfig)
	}
	conf = conf.WithEnvFiles(readEnvFiles(conf.Dir, conf.EnvFiles()).readable())
	d.Review = app.Review{Project: conf.ID, File: conf.File, SHA256: conf.SHA256, State: ps.trust.State(conf),
		Text: settings.Review(conf, ps.Allow()), Diff: ps.trust.Diff(conf)}
	from, before := "current", d.Current
	if before == "" {
		from, before = "init", d.Init
	}
	d.Change = yml.Printable(string(diff.Diff(from, []byte(before), "proposed", []byte(d.Content))))
	return nil
}

// found returns the devservers.yml that init would write, or "".
func found(dir string, port int) string {
	proposal, err := detect.Detect(dir)
	if err != nil || proposal.Empty() {
		return ""
	}
	return yml.Printable(string(proposal.YAML(port)))
}

// showable returns why a person can't be shown content as it is.
func showable(content, dir string) error {
	hidden := func(r rune) bool { return yml.Forbidden(r) || yml.Hidden(r) || r == utf8.RuneError }
	switch {
	case content == "":
		return app.Failf(app.CodeNotFound, config.WriteHint(dir),
			"found nothing in %s that starts a server", dir)
	case len(content) > yml.MaxFileSize:
		return app.Failf(app.CodeInvalid, "", "the content is larger than %d KiB", yml.MaxFileSize>>10)
	case strings.ContainsFunc(content, hidden):
		return app.Failf(app.CodeInvalid, "leave them out", "the content has characters that are not visible")
	}
	return nil
}

// WriteDraft writes the content of a draft. It refuses if files have changed since the draft was made.
func (ps *Projects) WriteDraft(d app.Draft, port int) error {
	now, err := ps.Draft(d.Dir, d.Content, port)
	if err != nil {
		return err
	}
	if now.Current != d.Current || now.SHA256 != d.SHA256 {
		return app.Failf(app.CodeConflict, "the agent can propose it again", "%s has changed meanwhile; nothing was written",
			d.File)
	}
	if now.Current == now.Content {
		return nil
	}
	if err := writeSource(d.File, []byte(d.Content)); err != nil {
		return app.Failf(app.CodeForbidden, "check its permissions", "cannot write %s: %v", d.File, err)
	}
	return nil
}

// writeSource replaces a source file, or the target of a link, as a whole. A new one gets the usual permissions.
func writeSource(file string, content []byte) (err error) {
	if resolved, err := filepath.EvalSymlinks(file); err == nil {
		file = resolved
	}
	temp := filepath.Join(filepath.Dir(file), ".devservers-"+rand.Text()[:8])
	f, err := os.OpenFile(temp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(temp))
		}
	}()
	_, err = f.Write(content)
	if info, e := os.Stat(file); e == nil {
		err = errors.Join(err, f.Chmod(info.Mode().Perm()))
	}
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(temp, file)
}
