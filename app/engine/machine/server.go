package machine

import (
	"devservers/app"
	"devservers/app/config"
)

// Of returns the port that a server with this declared one has, or was given; 0 if none is known.
func (b *Book) Of(ref app.Ref, declared config.Port) int {
	if declared.Auto {
		return b.port(ref.String())
	}
	return declared.Number
}

// ForRun returns the port that a run of a server will use; 0 means none.
func (b *Book) ForRun(ref app.Ref, server config.Server) (int, *app.Error) {
	if !server.Port.Auto {
		return server.Port.Number, nil
	}
	if server.HookOf != "" { // a hook gets its server's port as PORT
		ref.Name = server.HookOf
	}
	port, err := b.choose(ref.String())
	if err != nil {
		return 0, app.Failf(app.CodeInternal, "give "+ref.Name+" a port in devservers.yml", "cannot choose a port: %v", err)
	}
	return port, nil
}

// ForPeers returns the port of a server, for the ones that refer to it: the one that it has, also while it listens
// there, or a new one; 0 if none could be chosen.
func (b *Book) ForPeers(ref app.Ref, server config.Server) int {
	if port := b.Of(ref, server.Port); port != 0 {
		return port
	}
	port, _ := b.ForRun(ref, server)
	return port
}
