package detect

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/base/words"
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
		if file == "" || len(servers) > 0 || o.Opens && !p.Compiled(dir, p.Read(dir, file)) ||
			file == "Cargo.toml" && !p.Has(dir, "src/main.rs", "src/bin") && !strings.Contains(p.Read(dir, file), "[[bin]]") {
			continue
		}
		verb := ""
		if o.Opens && p.CommandLine(dir) && !p.Anywhere(dir, programs.RustAlone(), ".rs") {
			m := p.FirstIn(dir, programs.RustVerb(), ".rs")
			if m == nil {
				p.leave(filepath.Join(dir, file) + " is left out: its program is a command line: declare the command that serves")
				continue
			}
			verb = " -- " + strings.ToLower(m[1])
		}
		if bin := programs.RustServer(p.Checkout, dir); o.Opens && bin != "" {
			verb = " --bin " + bin + verb
		}
		from := filepath.Join(dir, file)
		e := ProposedServer{Name: nameIn(dir, o.Name), Dir: below(dir),
			Command: p.Own(dir, strings.Replace(o.Command, "FILE", file, 1)) + verb, From: from, standard: o.Standard}
		for _, v := range o.Env {
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
	mains := p.goMains(dir)
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

// goServer matches the names of programs that serve.
var goServer = words.Lazy(`server|api|agent|gateway|service|svc`)

// goMains returns the directories with a package main, if the module opens a server.
func (p *project) goMains(dir string) (mains []string) {
	if !p.OpensServer(dir) && !p.Anywhere(dir, programs.GoListens(), ".go") {
		return nil
	}
	seen := map[string]bool{}
	for _, file := range p.Files(dir, 3, ".go") {
		at := path.Dir(file)
		main := programs.GoMain().MatchString(p.Read(".", file)) && !survey.BesideMain(at)
		if module, _ := p.Upwards(at, "go.mod"); module == dir && !seen[at] && main {
			seen[at] = true
			if at == dir || p.Listens(at).Port > 0 || goServer().MatchString(path.Base(at)) || programs.GoWorks(p.Checkout, at) {
				mains = append(mains, at)
			}
		}
	}
	stay := slices.DeleteFunc(sorted(seen), func(at string) bool {
		return len(seen) > 1 && !programs.GoStays(p.Checkout, at)
	})
	if len(mains) == 0 && len(stay) == 1 {
		mains = stay
	}
	for _, at := range sorted(seen) {
		if !slices.Contains(mains, at) && p.Anywhere(at, programs.GoListens(), ".go") {
			p.leave(at + " is left out: its program may open a server, but no source of it names a port")
		} else if !slices.Contains(mains, at) && !programs.GoStays(p.Checkout, at) {
			p.leave(at + " is left out: its program seems to end by itself")
		}
	}
	return mains
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
	case p.Has(dir, "artisan", "spark"), strings.Contains(p.Read(dir, "style.css")+p.Read(dir, "functions.php"), "Theme Name:"), !p.Has(dir, "composer.json") && (p.Has(dir, "package.json") || p.BelowPHP(dir)):
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
