package sources

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// frameworks are how sources show what they serve with, and the command that serves it, with a %s for the module.
var frameworks = []struct{ ext, makes, serves, command string }{
	{".py", `Flask\(`, `\.run\(|serve\(`, "flask --app %s run --port $PORT"},
	{".py", `FastAPI\(|Starlette\(|Litestar\(|Quart\(`, `uvicorn\.run\(|\.run\(`, "uvicorn %s:app --port $PORT"},
	{".js", `express\(\)|fastify\(|new Koa\(|createServer\(|new Hono\(`, `\.listen\(|serve\(`,
		"call listen(process.env.PORT) in %s"},
	{".ts", `express\(\)|fastify\(|new Koa\(|createServer\(|new Hono\(`, `\.listen\(|serve\(`,
		"call listen(process.env.PORT) in %s"},
	{".mjs", `express\(\)|fastify\(|new Koa\(|createServer\(|new Hono\(`, `\.listen\(|serve\(`,
		"call listen(process.env.PORT) in %s"},
}

// StartsServer returns what would start a server, if the command runs a file that makes one and does not start it, or
// "".
func (p *Project) StartsServer() string {
	for _, arg := range p.Argv {
		source := Read(p.Found(arg))
		for _, f := range frameworks {
			if source == "" || filepath.Ext(arg) != f.ext || !regexp.MustCompile(f.makes).MatchString(source) ||
				regexp.MustCompile(f.serves).MatchString(source) {
				continue
			}
			if f.ext == ".py" {
				module := strings.ReplaceAll(strings.TrimSuffix(filepath.Clean(arg), ".py"), "/", ".")
				return arg + " makes an application but serves it nowhere: use a command such as " +
					strings.Replace(f.command, "%s", module, 1)
			}
			return arg + " makes a server that listens nowhere: " + strings.Replace(f.command, "%s", arg, 1)
		}
	}
	return ""
}

// listens matches a call that begins to listen.
var listens = lazily(`\.(?:listen|listen_and_serve|ListenAndServe|run_forever)\(|\b(?:serve|run_app|app\.run|uvicorn\.run|web\.run_app)\(`)

// Listens returns the lines of a source that begin to listen, with their places.
func (p *Project) Listens(source string) (list []string) {
	path := p.Found(source)
	for i, line := range strings.Split(Read(path), "\n") {
		if text := strings.TrimSpace(line); path != "" && listens().MatchString(text) && !strings.HasPrefix(text, "//") &&
			!strings.HasPrefix(text, "#") {
			list = append(list, p.Shown(path)+":"+strconv.Itoa(i+1)+": "+text)
		}
	}
	return list
}

// Makes returns the Python file of the project that makes an application of a framework, or "".
func (p *Project) Makes(framework string) (path string) {
	p.Search(func(dir string) bool {
		list, _ := filepath.Glob(filepath.Join(GlobSafe(dir), "*.py"))
		for _, file := range list {
			if strings.Contains(Read(file), framework+"(") {
				path = file
			}
		}
		return path != ""
	})
	return path
}
