package supervisor

import (
	"path/filepath"

	"devservers/app"
	"devservers/app/home"
	"devservers/app/run"
)

// LeftRunning names the servers and tasks whose run lives though no manager may: a manager that was killed, or ended
// with --keep-servers, leaves them to the next one. It looks at files and processes, and changes nothing.
func LeftRunning(dirs home.Dirs) (left []app.Ref) {
	s := &Supervisor{o: Options{Dirs: dirs}}
	for _, project := range names(dirs.RunsDir()) {
		for _, name := range names(filepath.Join(dirs.RunsDir(), project)) {
			if ref := (app.Ref{Project: project, Name: name}); s.alive(ref) {
				left = append(left, ref)
			}
		}
	}
	return left
}

// alive tells whether something of a server's last run lives: its holder, or the command without it.
func (s *Supervisor) alive(ref app.Ref) bool {
	ids := s.RunIDs(ref)
	if len(ids) == 0 {
		return false
	}
	rec, err := run.Load(filepath.Join(s.runsDir(ref), ids[len(ids)-1]))
	return err == nil && rec.Gone == nil && (rec.Holder.Alive() || rec.Leader.Alive())
}
