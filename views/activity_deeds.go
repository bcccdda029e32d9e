package views

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/record/history"
)

// activityActs are the words of what was done, by the action.
var activityActs = map[history.Action]struct{ done, failed string }{
	history.Start: {" started ", " could not start "}, history.Stop: {" stopped ", " could not stop "},
	history.Restart: {" restarted ", " could not restart "}, history.Pin: {" pinned ", " could not pin "},
	history.Run: {" ran the task ", " could not run the task "}, history.Unpin: {" unpinned ", " could not unpin "},
	history.Mute:     {" muted an error of ", " could not mute an error of "},
	history.Unmute:   {" unmuted an error of ", " could not unmute an error of "},
	history.Adopt:    {" adopted what serves ", " could not adopt "},
	history.SetEnv:   {" changed the environment of ", " could not change the environment of "},
	history.ResetEnv: {" reset the overlay of ", " could not reset the overlay of "},
	history.Register: {" added the project ", " could not add the project "},
	history.Forget:   {" removed the project ", " could not remove the project "},
	history.Trust:    {" reviewed and trusted the commands of ", " could not trust the commands of "},
	history.Propose:  {" proposed what is in effect for ", " proposed a devservers.yml for "},
	history.Up:       {" made an environment of ", " could not make an environment of "},
	history.Down:     {" removed an environment of ", " could not remove an environment of "},
	history.Exec:     {" ran a command as ", " could not run a command as "},
	history.Host:     {" changed the host ", " could not change the host "},
	history.Input:    {" typed into ", " could not type into "}, history.HostAway: {" lost ", " lost "},
	history.Token: {" made a token", " could not make a token"}, history.HostBack: {" is back: ", " is back: "},
	history.Signal:   {" sent a signal to ", " could not send a signal to "},
	history.Shutdown: {" stopped the manager", " could not stop the manager"},
	history.Allow:    {" allowed an agent to connect", " could not allow an agent to connect"},
	history.Revoke:   {" took an access back", " could not take an access back"},
}

// ActivityOf returns the row of requests that belong together: the same by one actor to several servers of a project at
// once. runs returns the run that a request was about.
func ActivityOf(list []history.Entry, runs func(history.Entry) (app.RunInfo, bool), now time.Time) ActivityRow {
	e := list[0]
	r := ActivityRow{ID: "h" + strconv.FormatInt(e.Time.UnixNano(), 36), At: e.Time}
	acts, known := activityActs[e.Action]
	if !known {
		acts.done, acts.failed = " did "+string(e.Action)+" to ", " could not do "+string(e.Action)+" to "
	}
	verb := acts.done
	failed := e.Result != "ok"
	if failed {
		verb = acts.failed
	}
	if e.Action == history.Register && e.Target == "" { // a directory that is none has no name
		verb = " could not add a project"
	}
	r.Parts = append([]Part{{Text: activityActor(e.Actor), Strong: true}, {Text: verb}}, targetsOf(list)...)
	for key, before := range map[string]string{"branch": ": ", "environment": ": ", "change": " "} { // one at most
		if text, ok := e.Args[key].(string); ok && text != "" {
			r.Parts = append(r.Parts, Part{Text: before + words.Clean(text, 100)})
		}
	}
	if failed {
		r.Shape, r.Mood = "failed", "bad"
		if e.Result == string(app.CodeNeedsHuman) {
			r.Shape, r.Mood = "asks", "ask"
		}
		if e.Detail != "" {
			r.Parts = append(r.Parts, Part{Text: ": " + words.FirstLine(e.Detail)})
		}
		return r
	}
	r.details(e)
	r.outcome(list, runs, now)
	return r
}

// targetsOf names what requests were about.
func targetsOf(list []history.Entry) []Part {
	if len(list) == 1 {
		return targetPart(list[0].Target)
	}
	project := refOf(list[0].Target).Project
	names := words.Each(list, func(e history.Entry) string { return refOf(e.Target).Name })
	slices.Reverse(names)
	return append([]Part{{Text: words.Count(len(list), "server") + " of "}},
		Part{Text: project, Link: ProjectPath(project)}, Part{Text: ": " + words.And(names)})
}

func targetPart(target string) []Part {
	if target == "" {
		return nil
	}
	ref := refOf(target)
	if ref.Name == "" {
		return []Part{{Text: ref.Project, Link: ProjectPath(ref.Project)}}
	}
	return []Part{{Text: target, Link: PagePath(ref)}}
}

// details adds what was changed, and why.
func (r *ActivityRow) details(e history.Entry) {
	for _, key := range []string{"set_env", "unset_env"} {
		if names, ok := e.Args[key].([]any); ok && len(names) > 0 {
			var list []string
			for _, n := range names {
				if s, ok := n.(string); ok {
					list = append(list, words.Clean(s, 60))
				}
			}
			r.Parts = append(r.Parts, Part{Text: map[string]string{"set_env": ": set ", "unset_env": ": removed "}[key]},
				Part{Text: strings.Join(list, " "), Mono: true})
		}
	}
	if given, ok := e.Args["arguments"].(string); ok {
		r.Parts = append(r.Parts, Part{Text: " with "}, Part{Text: words.Clean(given, 200), Mono: true})
	}
	if port, ok := e.Args["port"].(string); ok && port != "" {
		r.Parts = append(r.Parts, Part{Text: ": port "}, Part{Text: words.Clean(port, 10), Mono: true})
	}
	if why, ok := e.Args["reason"].(string); ok && why != "" {
		r.Parts = append(r.Parts, Part{Text: ", “" + words.Clean(why, 200) + "”"})
	}
}

// outcome describes how it went: when the servers were ready, how the task ended.
func (r *ActivityRow) outcome(list []history.Entry, runs func(history.Entry) (app.RunInfo, bool), now time.Time) {
	e := list[0]
	switch e.Action {
	case history.Start, history.Restart, history.Run:
	case history.Stop:
		r.Shape, r.Mood = "stopped", "calm"
		r.Right = took(e.Duration)
		return
	default:
		return
	}
	slowest, all := time.Duration(0), true
	for _, one := range list {
		run, ok := runs(one)
		switch {
		case !ok:
			all = false
		case e.Action == history.Run:
			r.ended(run, now)
			return
		case run.ReadyAt != nil:
			slowest = max(slowest, run.ReadyAt.Sub(run.StartedAt))
		default:
			all = false
		}
	}
	if r.Shape, r.Mood = "check", "good"; !all {
		r.Shape, r.Mood = "", ""
		r.Right = took(e.Duration)
		return
	}
	text := "ready after " + words.Duration(slowest)
	if len(list) > 1 {
		text = "all " + text
	}
	r.Right = []Part{{Text: text, Link: runOf(list)}}
}

// runOf returns the page of the run that a request was about.
func runOf(list []history.Entry) string {
	ref := refOf(list[0].Target)
	if len(list) > 1 || list[0].Run == "" || ref.Name == "" {
		return ""
	}
	return RunPath(ref, list[0].Run)
}

// ended describes how a task ended.
func (r *ActivityRow) ended(run app.RunInfo, now time.Time) {
	link := RunPath(app.Ref{Project: run.Project, Name: run.Server}, run.ID)
	switch {
	case run.EndedAt == nil:
		r.Shape, r.Mood, r.Right = "starting", "busy", []Part{{Text: "still running", Link: link}}
	case run.Exit.Well():
		r.Shape, r.Mood, r.Right = "check", "good", []Part{{Text: lived(run, now), Link: link}}
	default:
		r.Shape, r.Mood, r.Right = "failed", "bad", []Part{{Text: ending(run.Exit) + ", " + lived(run, now), Link: link}}
	}
}

func took(ms int64) []Part {
	if ms < 100 {
		return nil
	}
	return []Part{{Text: words.Duration(time.Duration(ms) * time.Millisecond)}}
}
