package config

import (
	"strconv"

	"devservers/app/config/command"
	"devservers/app/config/yml"
)

// hook is one command of before_start or after_stop.
type hook struct {
	at      *yml.Node
	key     string // before_start or after_stop
	number  int    // in its list, from 1; 0 = the only one
	command command.Command
}

// The keys of hooks.
const (
	beforeStart = "before_start"
	afterStop   = "after_stop"
)

// readHook reads one command or a list of them.
func (s *serverReader) readHook(v *yml.Node, key, name string) {
	items := s.Texts(v, key, "write one command, or a list of them")
	for i, item := range items {
		h := hook{at: item, key: name, command: command.Read(&s.Reader, item, key)}
		if len(items) > 1 {
			h.number = i + 1
		}
		s.hooks = append(s.hooks, h)
	}
}

// addHooks makes each hook a task, so that it has runs and logs: NAME.before_start, or NAME.before_start-1 and so on.
// It has the working directory, environment, port and limits of its server.
func (s *serverReader) addHooks() {
	for _, h := range s.hooks {
		task := s.Server
		task.Name = s.Name + "." + h.key
		if h.number > 0 {
			task.Name += "-" + strconv.Itoa(h.number)
		}
		task.Kind, task.Command, task.HookOf, task.Line = KindTask, h.command, s.Name, h.at.Line
		task.Ready, task.Autostart, task.Restart, task.IdleTimeout = Ready{Timeout: defaultReadyTimeout}, false, RestartNo,
			nil
		task.BeforeStart, task.AfterStop, task.Hooks, task.DependsOn, task.Watch, task.Alive, task.Check = nil, nil, nil, nil,
			nil, Alive{}, Check{}
		s.projectReader.hookTasks = append(s.projectReader.hookTasks, task)
		if s.Hooks == nil {
			s.Hooks = map[string][]string{}
		}
		s.Hooks[h.key] = append(s.Hooks[h.key], h.command.String())
		if h.key == beforeStart {
			s.BeforeStart = append(s.BeforeStart, task.Name)
		} else {
			s.AfterStop = append(s.AfterStop, task.Name)
		}
	}
}

// declareHooks adds the hooks to the tasks of the file.
func (r *projectReader) declareHooks() {
	for _, task := range r.hookTasks {
		if first, taken := r.names[task.Name]; taken {
			r.Report(first, task.Name, "choose another name", "the hook in line %d has this name already", task.Line)
			continue
		}
		r.project.Tasks = append(r.project.Tasks, task)
	}
}
