package server

import (
	"iter"
	"maps"
	"testing"

	"devservers/app"
	"devservers/app/config"
)

// fixed is a project with these servers and tasks.
type fixed map[string]*Server

func (f fixed) Find(name string) *Server { return f[name] }
func (f fixed) All() iter.Seq[*Server]   { return maps.Values(f) }

func (f fixed) add(name string, kind config.Kind, up bool, on ...config.Dependency) *Server {
	f[name] = &Server{Ref: app.Ref{Project: "p", Name: name}, Spec: config.Server{Name: name, Kind: kind, DependsOn: on},
		Want: Want{Up: up}}
	return f[name]
}

func TestAutomaticStartStartsNothingElse(t *testing.T) {
	t.Parallel()
	p := fixed{}
	p.add("migrate", config.KindTask, false)
	db, cache := p.add("db", config.KindServer, true), p.add("cache", config.KindServer, false)
	web := p.add("web", config.KindServer, true, config.Dependency{Name: "migrate", Until: config.UntilCompleted},
		config.Dependency{Name: "db", Until: config.UntilReady}, config.Dependency{Name: "cache", Until: config.UntilReady})
	if needs := web.ChooseNeeds(p, Want{Actor: ByItself}); len(needs) != 1 || needs[0].On != db || cache.Want.Gen != 0 {
		t.Errorf("%+v", needs)
	}
	if needs := web.ChooseNeeds(p, Want{Actor: app.Actor{Kind: app.ActorCLI}}); len(needs) != 3 || cache.Want.Gen != 1 {
		t.Errorf("%+v", needs)
	}
}
