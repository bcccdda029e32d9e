package history

// Action is what an entry records.
type Action string

// The actions.
const (
	Start    Action = "start"
	Stop     Action = "stop"
	Restart  Action = "restart"
	Run      Action = "run"
	Pin      Action = "pin"
	Unpin    Action = "unpin"
	Mute     Action = "mute"
	Unmute   Action = "unmute"
	Adopt    Action = "adopt"
	SetEnv   Action = "set-env"
	ResetEnv Action = "reset-env"
	Register Action = "register"
	Forget   Action = "forget"
	Trust    Action = "trust"
	Allow    Action = "allow"
	Token    Action = "token"
	Revoke   Action = "revoke"
	Propose  Action = "propose"
	Up       Action = "up"
	Down     Action = "down"
	Exec     Action = "exec"
	Input    Action = "input"
	Signal   Action = "signal"
	Shutdown Action = "shutdown"
	Host     Action = "host"  // a host was added, removed, or allowed for agents
	HostAway Action = "lost"  // a host that was reached can't be reached any more
	HostBack Action = "back"  // it can again
	Crash    Action = "crash" // a server ended unasked and unsuccessfully: only Deeds returns it
)
