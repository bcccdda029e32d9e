package rules

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/project/sources"
	"devservers/app/reading/why/output"
)

// project returns clues about a directory with these files, and these lines as its output.
func project(t *testing.T, said string, written map[string]string) Clues {
	t.Helper()
	dir := t.TempDir()
	for name, text := range written {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := Clues{
		Output: output.Output{Project: sources.Project{Dir: dir, WorkDir: dir, Argv: []string{"python3", "manage.py"}}}, Ref: "shop/web", Port: 8000,
		Owner:  func(int) (string, string) { return "", "" },
		Server: func(int) (string, bool) { return "", false },
	}
	for i, text := range strings.Split(strings.ReplaceAll(said, "$DIR", dir), "\n") {
		c.Lines = append(c.Lines, output.Line{Seq: int64(i + 1), Text: text})
	}
	return c
}

// ruled returns what the rules find.
func ruled(c Clues) []app.Finding {
	var list []app.Finding
	for _, h := range c.find() {
		list = append(list, h.Finding)
	}
	return list
}

// what the rules have to say about what real tools print; want is in the newest finding, "" = there is none.
var outputs = []struct {
	name, output string
	files        map[string]string
	kind         app.FindingKind
	want, do     string
}{
	{"python package listed", "Traceback (most recent call last):\n  File \"manage.py\", line 1\nModuleNotFoundError: No module named 'rest_framework'",
		map[string]string{"requirements.txt": "Django\ndjangorestframework==3.15\n"}, "module", "rest_framework is not installed", "python3 -m pip install -r requirements.txt"},
	{"python package not listed", "ModuleNotFoundError: No module named 'yaml'", map[string]string{"uv.lock": "", "pyproject.toml": "[project]\ndependencies=[]"}, "module", "yaml", "ask before adding yaml to pyproject.toml"},
	{"python package with poetry", "ModuleNotFoundError: No module named 'celery.schedules'", map[string]string{"poetry.lock": "", "pyproject.toml": "celery = \"^5\""}, "module", "celery", "poetry install"},
	{"python -m", "/usr/bin/python3: No module named flask", nil, "module", "flask", "ask before installing flask"},
	{"python venv is there", "ModuleNotFoundError: No module named 'flask'", map[string]string{".venv/lib/python3.12/site-packages/flask/__init__.py": ""}, "module", "flask", ".venv/bin/python"},
	{"own module", "ModuleNotFoundError: No module named 'shop'", map[string]string{"src/shop/__init__.py": ""}, "module", "of the project itself", "working_dir: src"},
	{"node package listed", "node:internal/modules/cjs/loader:1148\n  throw err;\nError: Cannot find module 'express'\nRequire stack:", map[string]string{"package.json": `{"dependencies": {"express": "4"}}`, "pnpm-lock.yaml": ""}, "module", "express is not installed", "pnpm install"},
	{"node package not listed", "Error [ERR_MODULE_NOT_FOUND]: Cannot find package '@scope/x' imported from /p/a.mjs", map[string]string{"package.json": `{}`, "yarn.lock": ""}, "module", "@scope/x", "ask before adding @scope/x to package.json"},
	{"packageManager", "Error: Cannot find module 'vue/dist'", map[string]string{"package.json": `{"packageManager": "bun@1.1", "dependencies": {"vue": "3"}}`}, "module", "vue", "bun install"},
	{"vite import", `[plugin:vite:import-analysis] Failed to resolve import "axios" from "src/App.vue". Does the file exist?`, map[string]string{"package.json": `{}`}, "module", "axios", "ask before adding axios to package.json"},
	{"vite own file", `Failed to resolve import "./Missing.vue" from "src/App.vue". Does the file exist?`, nil, "file", "./Missing.vue", "correct the import"},
	{"npm without node_modules", "> dev\n> vite\n\nsh: 1: vite: not found", map[string]string{"package.json": `{"devDependencies": {"vite": "6"}}`, "package-lock.json": "{}"}, "module", "vite", "npm install"},
	{"missing entry file", "Error: Cannot find module '$DIR/server.js'", map[string]string{"api/server.js": ""}, "file", "server.js does not exist", "working_dir: api"},
	{"python file", "/usr/bin/python3: can't open file '$DIR/manage.py': [Errno 2] No such file or directory", map[string]string{"backend/manage.py": ""}, "file", "manage.py", "working_dir: backend"},
	{"npm script", "npm error Missing script: \"dev\"", map[string]string{"package.json": `{"scripts": {"start": "x", "serve": "y"}}`}, "file", "no script dev", "script"},
	{"gem", "<internal:rubygems>: cannot load such file -- sinatra (LoadError)", map[string]string{"Gemfile": "gem \"sinatra\""}, "module", "sinatra", "bundle install"},
	{"go module", "main.go:3:8: no required module provides package github.com/labstack/echo/v4; to add it:", map[string]string{"go.mod": ""}, "module", "echo", "ask before adding github.com/labstack/echo/v4 to go.mod"},
	{"crate", "error: no matching package named `axum` found", nil, "module", "axum", "ask before installing axum"},
	{"composer", "PHP Warning:  require(/p/vendor/autoload.php): Failed to open stream: No such file or directory", nil, "module", "PHP packages", "composer install"},

	{"python KeyError", "  File \"/p/settings.py\", line 3, in <module>\n    K = os.environ['SECRET_KEY']\n  File \"<frozen os>\", line 685, in __getitem__\nKeyError: 'SECRET_KEY'",
		map[string]string{".env.example": "SECRET_KEY=\n"}, "env", "SECRET_KEY is not set", "copy .env.example to .env"},
	{"another KeyError", "  File \"/p/views.py\", line 3\n    x = d['COLOUR']\nKeyError: 'COLOUR'", nil, "", "", ""},
	{"env file that is not read", "django.core.exceptions.ImproperlyConfigured: Set the DATABASE_URL environment variable", map[string]string{".env": "DATABASE_URL=x"}, "env", "DATABASE_URL", "env_file: [.env]"},
	{"decouple", "decouple.UndefinedValueError: API_KEY not found. Declare it as envvar or define a default value.", nil, "env", "API_KEY", "set-env shop/web API_KEY="},
	{"pydantic", "pydantic_core._pydantic_core.ValidationError: 1 validation error for Settings\ndatabase_url\n  Field required [type=missing, input_value={}, input_type=dict]", nil, "env", "DATABASE_URL", "set-env"},
	{"zod", "❌ Invalid environment variables: {\n  STRIPE_KEY: [ 'Required' ]\n}", nil, "env", "STRIPE_KEY", "set-env"},
	{"zod 4", "Invalid environment variables: [\n  {\n    code: 'invalid_type',\n    path: [ 'NEXT_PUBLIC_URL' ],", nil, "env", "NEXT_PUBLIC_URL", "set-env"},
	{"plain words", "Error: Missing required environment variable: JWT_SECRET", nil, "env", "JWT_SECRET", "set-env"},
	{"plain words 2", "panic: environment variable \"REDIS_URL\" is not set", nil, "env", "REDIS_URL", "set-env"},
	{"plain words 3", "Error: STRIPE_SECRET is not set", nil, "env", "STRIPE_SECRET", "set-env"},
	{"envconfig", "required key SHOP_DSN missing value", nil, "env", "SHOP_DSN", "set-env"},
	{"ruby fetch", "fetch': key not found: \"RAILS_KEY\" (KeyError)", nil, "env", "RAILS_KEY", "set-env"},
	{"dotenv-safe", "MissingEnvVarsError: The following variables were defined in .env.example but are not present in the environment:\n  TOKEN_A, TOKEN_B", nil, "env", "TOKEN_A", "set-env"},
	{"no variable", "2026-01-01 the value is not set because it is optional", nil, "", "", ""},

	{"django migrations", "System check identified no issues (0 silenced).\n\nYou have 18 unapplied migration(s). Your project may not work properly", map[string]string{"manage.py": ""}, "migration", "18 migrations", "python3 manage.py migrate"},
	{"django table", "django.db.utils.OperationalError: no such table: shop_item", map[string]string{"manage.py": ""}, "migration", "shop_item", "manage.py migrate"},
	{"postgres", "sqlalchemy.exc.ProgrammingError: (psycopg2.errors.UndefinedTable) relation \"items\" does not exist", map[string]string{"alembic.ini": ""}, "migration", "items", "alembic upgrade head"},
	{"rails", "ActiveRecord::PendingMigrationError (Migrations are pending. To resolve this issue, run:", nil, "migration", "behind its migrations", "bin/rails db:migrate"},
	{"prisma", "The table `main.User` does not exist in the current database.", map[string]string{"prisma/schema.prisma": ""}, "migration", "main.User", "npx prisma migrate dev"},

	{"vite wants node", "You are using Node.js 18.19.1. Vite requires Node.js version 20.19+ or 22.12+. Please upgrade your Node.js version.", map[string]string{".nvmrc": "22\n"}, "version", "this is 18.19.1", "install Node 20.19+"},
	{"yarn engines", `error vite@6.0.0: The engine "node" is incompatible with this module. Expected version "^18.0.0 || >=20". Got "16.3.0"`, nil, "version", "16.3.0", "install Node"},
	{"python version", "ERROR: Package 'shop' requires a different Python: 3.9.2 not in '>=3.11'", nil, "version", ">=3.11", "install Python"},
	{"go version", "go: go.mod requires go >= 1.99 (running go 1.26.8; GOTOOLCHAIN=local)", nil, "version", "1.99", "install Go"},
	{"bundler", "Your Ruby version is 3.1.2, but your Gemfile specified 3.3.0", nil, "version", "3.3.0", "install Ruby"},
	{"openssl", "Error: error:0308010C:digital envelope routines::unsupported", nil, "version", "Node", "NODE_OPTIONS"},

	{"node port", "Error: listen EADDRINUSE: address already in use :::3000", nil, "port", "port 3000 was taken", "start"},
	{"django port", "Error: That port is already in use.", nil, "port", "port 8000 was taken", "start"},
	{"python port", "OSError: [Errno 98] Address already in use", nil, "port", "port 8000", "start"},
	{"vite port", "Error: Port 5173 is already in use", nil, "port", "port 5173", "start"},
	{"privileged", "Error: listen EACCES: permission denied 0.0.0.0:80", nil, "port", "may not listen on port 80", "--port auto"},

	{"node memory", "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory", nil, "memory", "out of memory", "max-old-space-size"},
	{"watchers", "Error: ENOSPC: System limit for number of file watchers reached, watch '/p'", nil, "system", "watched files", "max_user_watches"},
	{"disk", "OSError: [Errno 28] No space left on device", nil, "system", "disk", "df -h"},
	{"redis in python", "redis.exceptions.ConnectionError: Error 111 connecting to localhost:6379. Connection refused.", nil, "dependency", "Redis at localhost:6379", "start"},
	{"celery broker", "[ERROR/MainProcess] consumer: Cannot connect to redis://localhost:6379/0: Error 111 connecting to localhost:6379. Connection refused..", nil, "dependency", "Redis", "start"},
	{"node postgres", "Error: connect ECONNREFUSED 127.0.0.1:5432", nil, "dependency", "PostgreSQL at 127.0.0.1:5432", "start"},
	{"psycopg", "connection to server at \"localhost\" (127.0.0.1), port 5432 failed: Connection refused", nil, "dependency", "PostgreSQL", "start"},
	{"go dial", "dial tcp [::1]:5432: connect: connection refused", nil, "dependency", "PostgreSQL", "start"},
	{"compose host", "Error: getaddrinfo ENOTFOUND db", nil, "dependency", "host db", "localhost"},
	{"nothing", "Server listening on http://localhost:3000\nGET / 200\nGET /not-found 404", nil, "", "", ""},
	{"a clean vite", "  VITE v6.0.0  ready in 312 ms\n  ➜  Local:   http://localhost:5173/", nil, "", "", ""},
	{"clean django", "Watching for file changes with StatReloader\nSystem check identified no issues (0 silenced).\nStarting development server at http://127.0.0.1:8000/\nQuit the server with CONTROL-C.", nil, "", "", ""},
}

func TestWhatToolsPrintIsUnderstood(t *testing.T) {
	t.Parallel()
	for _, o := range outputs {
		t.Run(o.name, func(t *testing.T) {
			c := project(t, o.output, o.files)
			c.Failed = true
			found := ruled(c)
			if o.kind == "" {
				if len(found) != 0 {
					t.Errorf("%+v", found)
				}
				return
			}
			if len(found) == 0 {
				t.Fatal("nothing was found")
			}
			f := found[0]
			if f.Kind != o.kind || !strings.Contains(f.Problem, o.want) || !strings.Contains(f.Fix, o.do) || !strings.HasPrefix(f.Evidence[0], "line ") {
				t.Errorf("%+v", f)
			}
		})
	}
}

func TestATaskThatMigratesIsTheFix(t *testing.T) {
	t.Parallel()
	c := project(t, "You have 1 unapplied migration(s).", nil)
	c.Tasks = []Task{{"test", "pytest"}, {"db", "python manage.py migrate"}}
	if f := ruled(c); len(f) != 1 || f[0].Fix != "devservers run shop/db" {
		t.Errorf("%+v", f)
	}
}

func TestAServerOfOursThatIsDownIsTheDependency(t *testing.T) {
	t.Parallel()
	c := project(t, "Error: connect ECONNREFUSED 127.0.0.1:6379", nil)
	c.Server = func(port int) (string, bool) { return "shop/redis", port != 6379 }
	if f := ruled(c); len(f) != 1 || f[0].Fix != "devservers start shop/redis" {
		t.Errorf("%+v", f)
	}
}

func TestWhatWasWrongBeforeAServerLoadedItsCodeAgainIsSoNoMore(t *testing.T) {
	t.Parallel()
	c := project(t, "ModuleNotFoundError: No module named 'x'\nYou have 2 unapplied migration(s).\nSystem check identified no issues", nil)
	if f := ruled(c); len(f) != 2 {
		t.Errorf("not ready: %+v", f)
	}
	c.Ready = true
	if f := ruled(c); len(f) != 1 || f[0].Kind != "migration" {
		t.Errorf("ready: %+v", f)
	}
}

func TestPatternsCompile(t *testing.T) {
	t.Parallel()
	for _, r := range rules {
		r.pattern()
	}
	for _, p := range []func() *regexp.Regexp{
		envAlone,
		gotVersion, output.IsSyntax, languageIn, lineIn, missing,
		otherData,
		saysUnset, upperAlone, zodName, zodPath,
	} {
		p()
	}
}

func FuzzFind(f *testing.F) {
	for _, o := range outputs {
		f.Add(o.output)
	}
	f.Fuzz(func(t *testing.T, said string) {
		c := Clues{Failed: true, Ref: "a/b", Output: output.Output{Project: sources.Project{Dir: "/nowhere", WorkDir: "/nowhere"}},
			Owner: func(int) (string, string) { return "", "" }, Server: func(int) (string, bool) { return "", false }}
		for i, text := range strings.Split(said, "\n") {
			c.Lines = append(c.Lines, output.Line{Seq: int64(i + 1), Text: text})
		}
		for _, g := range ruled(c) {
			if g.Problem == "" || g.Fix == "" || len(g.Evidence) == 0 || g.Kind == "" {
				t.Errorf("%+v", g)
			}
		}
	})
}

func TestLinesOfFixedErrorsAreNoCauses(t *testing.T) {
	t.Parallel()
	c := project(t, "ModuleNotFoundError: No module named 'yaml'\nreloading\nboom", nil)
	c.Failed, c.Gone = true, []digest.Error{{Message: "ModuleNotFoundError: No module named 'yaml'", From: 1, Last: 1}}
	if f := ruled(c); len(f) != 0 {
		t.Errorf("%+v", f)
	}
}

func TestDeclaredServerThatIsDownComesFirst(t *testing.T) {
	t.Parallel()
	c := failing(t, "redis error connect ECONNREFUSED 127.0.0.1:6379\nTypeError: cache is undefined\n    at main ($DIR/app.js:3:5)", []string{"node", "app.js"}, map[string]string{"app.js": "\n\n\n"})
	c.Server = func(port int) (string, bool) { return "shop/redis", port != 6379 }
	if f := c.Causes(); len(f) == 0 || f[0].Fix != "devservers start shop/redis" {
		t.Errorf("%+v", f)
	}
}

func TestBrokenFileThatNothingNamesIsNoCause(t *testing.T) {
	t.Parallel()
	c := failing(t, "$DIR/app.js:2\n  let x = ;\n          ^\n\nSyntaxError: Unexpected token ';'", []string{"node", "app.js"}, map[string]string{"app.js": "\n\n", "config/a.json": "{ // comment\n}"})
	if f := c.Causes(); len(f) != 1 || f[0].Fix != "correct app.js:2" {
		t.Errorf("%+v", f)
	}
}

func TestPackageOfTheWorkspaceIsBuilt(t *testing.T) {
	t.Parallel()
	c := failing(t, "Error: Cannot find module '$DIR/node_modules/@shop/ui/dist/index.js'. Please verify that the package.json has a valid \"main\" entry\n    at Object.<anonymous> ($DIR/web/server.js:1:18)",
		[]string{"npm", "run", "dev"}, map[string]string{
			"package.json": "{}", "package-lock.json": "{}", "packages/ui/package.json": `{"name": "@shop/ui", "main": "dist/index.js", "scripts": {"build": "tsc -p ."}}`,
			"web/server.js": "const { page } = require('@shop/ui');\n", "node_modules/@shop/.keep": "",
		})
	if err := os.Symlink("../../packages/ui", filepath.Join(c.Dir, "node_modules/@shop/ui")); err != nil {
		t.Fatal(err)
	}
	list := c.Causes()
	if len(list) == 0 || list[0].Problem != "packages/ui/dist/index.js does not exist: it has not been built" || list[0].Fix != "cd packages/ui && npm run build" {
		t.Errorf("%+v", list)
	}
}

func TestEnvironmentOfPythonThatWasMovedIsMadeAgain(t *testing.T) {
	t.Parallel()
	c := project(t, "", map[string]string{".venv/bin/uvicorn": "#!/home/anna/old/.venv/bin/python3\n", ".venv/pyvenv.cfg": "home = /usr/bin\n"})
	c.Argv = []string{".venv/bin/uvicorn", "main:app"}
	f := c.lack().BadScript("")
	if f == nil || !strings.Contains(f.Problem, "/home/anna/old/.venv/bin/python3") || !strings.HasPrefix(f.Fix, "make it again: python3 -m venv --clear .venv") {
		t.Errorf("%+v", f)
	}
}
