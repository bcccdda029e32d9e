package advice

import (
	"strings"
	"testing"
)

func TestAdviceOfToolsIsFound(t *testing.T) {
	t.Parallel()
	for output, want := range map[string]string{
		"error TS7016: Could not find a declaration file for module 'cors'.\n  Try `npm i --save-dev @types/cors` if it exists or add a new declaration (.d.ts) file":                                               "Try `npm i",
		"Preprocessor dependency \"sass-embedded\" not found. Did you install it? Try `npm install -D sass-embedded`.":                                                                                              "Did you install it? Try `npm install",
		"go: inconsistent vendoring in /p:\n\tgithub.com/x@v1: is explicitly required\n\n\tTo ignore the vendor directory, use -mod=readonly or -mod=mod.\n\tTo sync the vendor directory, run:\n\t\tgo mod vendor": "To sync the vendor directory, run: go mod vendor",
		"Invalid HTTP_HOST header: 'localhost:8000'. You may need to add 'localhost' to ALLOWED_HOSTS.":                                                                                                             "You may need to add 'localhost' to ALLOWED_HOSTS.",
		"django.core.exceptions.ImproperlyConfigured: Error loading MySQLdb module.\nDid you install mysqlclient?":                                                                                                  "Did you install",
		"FATAL:  data directory has invalid permissions\nDETAIL:  Permissions should be u=rwx (0700)\nHINT:  Use \"chmod 0700 data\".":                                                                              "HINT:  Use",
		"Migrations are pending. To resolve this issue, run:\n\n        bin/rails db:migrate RAILS_ENV=development":                                                                                                 "run: bin/rails db:migrate",
		"Action:\n\nConsider defining a bean of type 'A' in your configuration.":                                                                                                                                    "Consider defining",
		"- A circular dependency between modules. Use forwardRef() to avoid it. Read more: https://docs.nestjs.com/circular":                                                                                        "Use forwardRef",
		"Failed to parse source for import analysis because the content contains invalid JS syntax. Install @vitejs/plugin-vue to handle .vue files.":                                                               "Install @vitejs",
		"error: cannot find macro\nhelp: consider importing this macro: `use std::x;`":                                                                                                                              "help: consider",
		"npm error Missing script: \"serv\"\nnpm error\nnpm error Did you mean this?\nnpm error   npm run serve # run the \"serve\" package script":                                                                 "npm error Did you mean this? npm error   npm run serve",
		"> node scripts/check.js\n\nNo .env found. Copy .env.example to .env and fill it in.":                                                                                                                       "Copy .env.example to .env and fill it in.",
		"remote: Please run `bundle install` first":                                        "remote: Please",
		"ImportError: email-validator is not installed, run `pip install pydantic[email]`": "ImportError: email",
		"Error: invalid JS syntax. Install @vitejs/plugin-vue to handle .vue files.":       "Install @vitejs/plugin-vue to handle .vue files.",
		"RuntimeError: Working outside of application context.\n\nThis typically means that you attempted to use functionality that needed\nthe current application. To solve this, set up an application context\nwith app.app_context(). See the documentation for more information.": "To solve this, set up an application context with app.app_context().",
		"Cannot mix new and old setting keys, please rename the\nfollowing settings to the new format:\n\nCELERY_TIMEZONE -> timezone":                                                                                                                                                  "please rename the following settings to the new format: CELERY_TIMEZONE -> timezone",
	} {
		if list := In(strings.Split(output, "\n")); len(list) == 0 || !strings.Contains(list[0].Text, want) {
			t.Errorf("want %q, got %+v", want, list)
		}
	}
}

func TestOrdinaryOutputHasNoAdvice(t *testing.T) {
	t.Parallel()
	for _, output := range []string{
		"Listening on http://localhost:3000", "panic: pattern \"GET /items/{id}\" (registered at main.go:9) conflicts with pattern \"GET /items/new\":", "  ➜  press h + enter to show help", "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace",
		"npm error A complete log of this run can be found in: /x", "Use --trace-warnings to show where", "For more information about this error, try `rustc --explain E0432`.",
		"Quit the server with CONTROL-C.", "Traceback (most recent call last):", "  File \"app.py\", line 3, in run", "    return self.run(main)", "WARNING: This is a development server. Do not use it in a production deployment. Use a production WSGI server instead.",
		"    at Module._compile (node:internal/modules/cjs/loader:1554:14)", "error TS7016: Could not find a declaration file for module 'cors'. '/tmp/run/home/node_modules/cors/lib/index.js' implicitly has an 'any' type.", "If you still have problems, please stop by", "panic: pattern \"GET /items/{id}\" conflicts with pattern \"GET /items/new\"", "Usage: flask [OPTIONS] COMMAND [ARGS]...", "Try 'flask run --help' for help.", "        throw new TypeError('argument handler must be a function')", "    raise ImportError('x is not installed, run `pip install x`')", "    throw new Error('you need to run `npm i`' + --help)",
	} {
		if list := In(strings.Split(output, "\n")); len(list) > 0 {
			t.Errorf("%q: %+v", output, list)
		}
	}
}

func TestAdviceOfManyLinesIsWhole(t *testing.T) {
	t.Parallel()
	list := In(strings.Split(`error: externally-managed-environment

This environment is externally managed
To install Python packages system-wide, try apt install
    python3-xyz, where xyz is the package you are trying to
    install.

    If you wish to install a non-Debian-packaged Python package,
    create a virtual environment using python3 -m venv path/to/venv.
    Then use path/to/venv/bin/python and path/to/venv/bin/pip.`, "\n"))
	if len(list) != 2 || !strings.HasSuffix(list[0].Text, "trying to install.") || !strings.Contains(list[1].Text, "create a virtual environment using python3 -m venv") {
		t.Errorf("%+v", list)
	}
}

// TestNewerVersionsAreNoAdvice: what package managers print of themselves is never about the error above it.
func TestNewerVersionsAreNoAdvice(t *testing.T) {
	t.Parallel()
	for name, notice := range map[string]string{
		"npm":      "npm notice\nnpm notice New major version of npm available! 10.8.2 -> 11.0.0\nnpm notice Changelog: https://github.com/npm/cli\nnpm notice To update run: npm install -g npm@11.0.0\nnpm notice",
		"pip":      "[notice] A new release of pip is available: 23.0.1 -> 24.0\n[notice] To update, run: pip install --upgrade pip",
		"old pip":  "WARNING: You are using pip version 20.2.3; however, version 21.0.1 is available.\nYou should consider upgrading via the '/usr/bin/python3 -m pip install --upgrade pip' command.",
		"yarn":     "warning Your current version of Yarn is out of date. The latest version is \"1.22.22\", while you're on \"1.22.19\".\ninfo To upgrade, run the following command:\n$ curl --compressed -o- -L https://yarnpkg.com/install.sh | bash",
		"pnpm":     "   ╭──────────────────────────────╮\n   │                              │\n   │   Update available! 9.1.0 → 9.4.0.   │\n   │   Changelog: https://github.com/pnpm/pnpm   │\n   │   Run \"pnpm add -g pnpm\" to update.   │\n   ╰──────────────────────────────╯",
		"composer": "Warning: This development build of Composer is over 60 days old. It is recommended to update it by running \"/usr/bin/composer self-update\" to get the latest version.",
		"gem":      "A new release of RubyGems is available: 3.4.10 → 3.5.0!\nRun `gem update --system 3.5.0` to update your installation.",
		"bundler":  "The latest bundler is 2.5.1, but you are currently running 2.4.0.\nTo install the latest version, run `gem install bundler`",
		"flutter":  "A new version of Flutter is available!\n\nTo update to the latest version, run \"flutter upgrade\".",
		"deno":     "A new release of Deno is available: 1.46.0 → 2.0.0 Run `deno upgrade` to install it.",
		"lists":    "Browserslist: caniuse-lite is outdated. Please run:\n  npx update-browserslist-db@latest",
		"perl":     "Can't locate Mojolicious/Lite.pm in @INC (you may need to install the Mojolicious::Lite module) (@INC contains: /etc/perl /usr/share/perl5) at app.pl line 3.",
	} {
		if list := In(strings.Split("Error: x failed\n"+notice, "\n")); len(list) > 0 {
			t.Errorf("%s: %+v", name, list)
		}
		if list := In(strings.Split(notice+"\nError: no table\nPlease run `bundle install` first", "\n")); len(list) != 1 || list[0].Text != "Please run `bundle install` first" {
			t.Errorf("%s hides the advice behind it: %+v", name, list)
		}
	}
}
