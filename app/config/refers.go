package config

import (
	"slices"

	"devservers/app/base/words"
	"devservers/app/config/yml"
)

// refers is a reference to another server, with its place in the file.
type refers struct {
	yml.Reference
	at  *yml.Node
	key string
}

// checkRefers reports references to unknown servers, to servers without a port, and to unknown facts, once all names
// are known. Servers may refer to each other both ways: a reference starts nothing and waits for nothing.
func (r *projectReader) checkRefers() {
	for _, ref := range r.refers {
		if ref.Of == yml.OfData {
			r.checkDataRefer(ref)
			continue
		}
		server, known := r.project.Find(ref.Server)
		switch {
		case !known:
			r.unknownServer(ref)
		case server.Kind == KindTask:
			r.Report(ref.at, ref.key, "name a server", "%s is a task, which has no port", ref.Server)
		case ref.Fact != yml.FactPort && ref.Fact != yml.FactURL:
			r.Report(ref.at, ref.key, "write ${servers."+ref.Server+".port} or ${servers."+ref.Server+".url}",
				"servers have no %s", words.Quote(ref.Fact))
		case !server.Port.Declared():
			r.Report(ref.at, ref.key, "add port: to "+ref.Server+"; auto picks a free one", "%s has no port", ref.Server)
		}
	}
}

func (r *projectReader) unknownServer(ref refers) {
	names := words.Each(r.project.Servers, func(s Server) string { return s.Name })
	r.Report(ref.at, ref.key, meant("servers", ref.Server, names), "no server is called %s", words.Quote(ref.Server))
}

// dataFacts are what ${data.NAME....} can name.
var dataFacts = []string{yml.FactURL, yml.FactName, yml.FactPath}

func (r *projectReader) checkDataRefer(ref refers) {
	if _, known := r.project.Worktree.FindData(ref.Server); !known {
		r.Report(ref.at, ref.key, "declare it under worktree: data:", "no data is called %s", words.Quote(ref.Server))
	} else if !slices.Contains(dataFacts, ref.Fact) {
		r.Report(ref.at, ref.key, "write ${data."+ref.Server+".url}, .name or .path", "data has no %s", words.Quote(ref.Fact))
	}
}
