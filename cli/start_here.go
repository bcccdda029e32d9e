package cli

import (
	"context"
	"os"
	"path/filepath"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/app/project/detect"
	"devservers/cli/view"
)

// declareHere writes the devservers.yml that init would write for this directory, and trusts it, after one question.
// Where nobody can answer it is an error with the command to run.
func declareHere(ctx context.Context, s *Session) error {
	p := s.Program
	if _, err := os.Getwd(); err != nil {
		return app.Failf(app.CodeNotFound, "change to a directory that exists", "the current directory was removed")
	}
	file := filepath.Join(p.Cwd, config.FileName)
	if p.JSON || !p.Person() {
		return app.Failf(app.CodeNotFound, "see what could be declared: devservers init --dry-run\n"+
			"write it: devservers init --yes", "no %s in this directory or above", config.FileName)
	}
	refused, err := refusal(p, p.Cwd)
	if err == nil && refused != nil {
		err = refused
	}
	if err != nil {
		return err
	}
	proposal, err := propose(p, p.Cwd)
	if err != nil {
		return err
	}
	if len(proposal.Servers) == 0 {
		return nothingFound(file, proposal.Notes)
	}
	text := proposedFile(p, filepath.Dir(file), proposal)
	p.Print(string(text) + "\n" + drawNotes(p.view(), proposal.Notes))
	servers := words.And(proposedNames(proposal.Servers))
	if !p.Confirm(ctx, "Write this to "+p.view().Path(file)+", trust it and start "+servers+"?") {
		return silent(exitFailed)
	}
	if err := writeNew(file, text); err != nil {
		return err
	}
	if s.Current, err = s.enter(ctx, p.Cwd); err != nil {
		return err
	}
	return trustWritten(ctx, s, s.Current, text)
}

func proposedNames(list []detect.ProposedServer) []string {
	return words.Each(list, func(e detect.ProposedServer) string { return e.Name })
}

// trustWritten trusts a file that this program has written; one that was changed since must be reviewed as usual.
func trustWritten(ctx context.Context, s *Session, id string, text []byte) error {
	review, err := getReview(ctx, s.Client, id)
	if err != nil || review.State == settings.Trusted {
		return err
	}
	if content, err := os.ReadFile(review.File); err == nil && string(content) == string(text) &&
		config.Fingerprint(review.File, content) == review.SHA256 {
		return sendTrust(ctx, s.Client, review)
	}
	return trustToStart(ctx, s, id)
}

// initOffer names start, in a directory that has files from which a devservers.yml can be proposed. It reads none of
// them.
func initOffer(p *Program) string {
	if p.Cwd == p.Getenv("HOME") || !detect.Promising(p.Cwd) {
		return ""
	}
	v := p.view()
	return v.Hang(v.Paint(view.Yellow, "! "), "this directory has no devservers.yml; devservers start proposes one", 2)
}
