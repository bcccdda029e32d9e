package detect

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/project/lists"
	"devservers/app/project/programs"
	"devservers/app/project/survey"
)

func (p *project) other(dir string) (servers, tasks []ProposedServer) {
	for _, o := range survey.Frameworks {
		file := p.Shows(dir, o)
		if from := filepath.Join(dir, file); file != "" && len(servers) > 0 && nameIn(dir, o.Name) == servers[0].Name &&
			servers[0].From != from && programs.Wrappers[strings.Fields(o.Command)[0]] != "" {
			p.leave(from + " is left out: " + servers[0].Command + " does the same")
		}
		if file == "" || len(servers) > 0 || o.Opens && (!p.Compiled(dir, p.Read(dir, file)) ||
			file == "Cargo.toml" && !p.Has(dir, "src/main.rs", "src/bin") && !strings.Contains(p.Read(dir, file), "[[bin]]")) {
			continue
		}
		verb, ok := programs.RustArguments(p.Checkout, dir)
		if !o.Opens {
			verb = ""
		} else if !ok {
			p.leave(filepath.Join(dir, file) + " is left out: its program is a command line: declare the command that serves")
			continue
		}
		from := filepath.Join(dir, file)
		e := ProposedServer{Name: nameIn(dir, o.Name), Dir: below(dir),
			Command: p.Own(dir, strings.Replace(o.Command, "FILE", file, 1)) + verb, From: from, standard: o.Standard}
		for _, v := range append(o.Env, programs.Profile(p.Checkout, dir)...) {
			e.Env = append(e.Env, Var{v[0], v[1]})
		}
		if programs.NoWeb(p.Checkout, dir) {
			e.standard = 0
		} else if p.settle(&e); e.Port == "" {
			e.Port, e.standard = number(o.Standard), o.Standard
		}
		servers = append(servers, e)
		for _, t := range o.Tasks {
			tasks = append(tasks, ProposedServer{Name: t[0], Command: p.Own(dir, t[1]), Dir: below(dir), From: from})
		}
	}
	return servers, tasks
}

// golang proposes air where it is configured, and otherwise each package main that opens a server.
func (p *project) golang(dir string) (servers, tasks []ProposedServer) {
	if !p.Has(dir, "go.mod") {
		return nil, nil
	}
	tasks = []ProposedServer{{Name: "test", Command: "go test ./...", Dir: below(dir), From: filepath.Join(dir, "go.mod")}}
	for _, config := range []string{".air.toml", "air.toml"} {
		if p.Has(dir, config) {
			e := ProposedServer{Name: nameIn(dir, "web"), Command: "air", Dir: below(dir), From: filepath.Join(dir, config)}
			if config != ".air.toml" {
				e.Command += " -c " + config
			}
			p.settle(&e)
			servers = []ProposedServer{e}
			break
		}
	}
	mains, left := p.GoMains(dir)
	p.left = append(p.left, left...)
	if len(servers) > 0 { // which air runs is no other; of all that are named, none may be
		built := p.programOf(&servers[0])
		runs := func(main string) bool { return slices.Contains(append(built, "."), survey.Relative(dir, main)) }
		if !slices.ContainsFunc(mains, runs) {
			return servers, tasks
		}
		mains = slices.DeleteFunc(mains, runs)
	}
	for _, main := range mains {
		e := ProposedServer{Name: nameIn(dir, "web"), Command: "go run .", Dir: below(dir),
			From: programs.MainFile(p.Checkout, main)}
		if main != dir {
			e.Command, e.Name = "go run "+survey.Relative(dir, main), path.Base(main)
		}
		verb, ok := programs.GoVerb(p.Checkout, dir, main)
		if !ok {
			p.leave(e.From + " is left out: it needs a command, and none of its commands is called serve")
			continue
		}
		e.Command = strings.TrimSpace(e.Command + " " + verb)
		if !survey.HasJobs(path.Base(main)) || p.Listens(main).Port > 0 {
			p.settle(&e)
		}
		servers = append(servers, e)
	}
	return servers, tasks
}

// runsAir reports whether air is started with arguments by one of the servers that a directory has already.
func (p *project) runsAir(servers []ProposedServer, e ProposedServer) bool {
	return slices.ContainsFunc(servers, func(by ProposedServer) bool {
		return by.at() == e.at() && e.Command == "air" && slices.Contains(p.programOf(&by)[:1], e.Command)
	})
}

// php proposes the server of a composer.json's scripts, or PHP's own for a project without a framework.
func (f *finder) php(dir string) []ProposedServer {
	root, p := "", f.project
	for _, s := range p.Scripts(dir, "composer.json") {
		if !survey.Serves(s.Line) || !slices.Contains(programs.DevScripts, s.Name) || p.Has(dir, "artisan", "spark") {
			continue
		}
		if e, err := f.entry(lists.Listed{Name: nameIn(dir, "php"), Line: s.Line, Dir: dir,
			From: s.File + ": scripts." + s.Name}); err == nil {
			e.Command = strings.Replace(e.Command, "php -S ", "php -d opcache.revalidate_freq=0 -S ", 1)
			return []ProposedServer{e}
		}
	}
	if strings.Contains(p.Read(dir, "composer.json"), `"laravel/reverb"`) {
		e := ProposedServer{Name: "reverb", Command: "php artisan reverb:start", Dir: below(dir),
			From: filepath.Join(dir, "composer.json")}
		p.settle(&e)
		e.take(p.Given(filepath.Join(dir, ".env.example"), "reverb", nil, nil))
		return []ProposedServer{e}
	}
	switch {
	case p.Has(dir, "artisan", "spark"), strings.Contains(p.Read(dir, "style.css"), "Theme Name:"),
		!p.Has(dir, "composer.json") && (p.Has(dir, "package.json") || p.BelowPHP(dir)):
		return nil
	case p.Has(dir, "public/index.php"):
		root = " -t public"
	case p.Has(dir, "web/index.php"):
		root = " -t web"
	case !p.Has(dir, "index.php"):
		return nil
	}
	from := filepath.Join(dir, "index.php")
	if root != "" {
		from = filepath.Join(dir, strings.TrimPrefix(root, " -t ")+"/index.php")
	}
	return []ProposedServer{{Name: nameIn(dir, "php"), Command: "php -d opcache.revalidate_freq=0 -S 127.0.0.1:$PORT" +
		root, Port: auto,
		Dir: below(dir), From: from, standard: 8000}}
}
