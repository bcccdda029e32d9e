package session

import (
	"slices"

	"devservers/app"
	"devservers/app/base/words"
)

// KeptRun returns an error that names the kept runs if run is none of them.
func KeptRun(ids []string, ref app.Ref, run string) error {
	if slices.Contains(ids, run) {
		return nil
	}
	ids = slices.Clone(ids)
	slices.Reverse(ids)
	return &app.Error{
		Code: app.CodeInvalid, Detail: ref.String() + " has no run " + words.Quote(run) + ", or it is no longer stored",
		Choices: ids,
		Hint:    "use one of these runs, newest first, or since=last",
	}
}
