package envvar

import (
	"strings"

	"devservers/app/config/naming"
	"devservers/app/words"
)

// maxName is the longest name of a variable.
const maxName = 256

// CheckName returns what is wrong with the name of a variable for a server and what to do, or "" if it is right.
func CheckName(name string) (msg, hint string) {
	switch {
	case !naming.IsVariable(name) || len(name) > maxName:
		return words.Quote(name) + " cannot be the name of a variable", "use letters, digits and _, not beginning with a digit"
	case strings.HasPrefix(name, "DEVSERVERS_"):
		return "devservers itself sets the variables that begin with DEVSERVERS_", "choose another name"
	}
	return "", ""
}

// RunsCode says how a variable can make a program run code that its command does not name, or "". Only a person may set
// such a variable.
func RunsCode(name string) string {
	switch name {
	case "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "PYTHONIOENCODING", "PYTHONUTF8":
		return ""
	case "PATH":
		return "decides which programs are found"
	case "NODE_OPTIONS", "NODE_PATH", "BUN_OPTIONS", "DENO_DIR":
		return "can load code into node"
	case "RUBYOPT", "RUBYLIB", "GEM_HOME", "GEM_PATH", "BUNDLE_GEMFILE":
		return "can load code into ruby"
	case "PERL5OPT", "PERL5LIB", "PERLLIB":
		return "can load code into perl"
	case "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH", "MAVEN_OPTS", "GRADLE_OPTS":
		return "can load code into java"
	case "PHP_INI_SCAN_DIR", "PHPRC", "DOTNET_STARTUP_HOOKS", "GOFLAGS", "RUSTC_WRAPPER", "RUSTFLAGS":
		return "can load code or change what is run"
	case "BASH_ENV", "ENV", "SHELL", "EDITOR", "VISUAL", "PAGER", "BROWSER", "HOME", "IFS", "PROMPT_COMMAND":
		return "can make a shell or another program run something"
	}
	for prefix, why := range map[string]string{
		"LD_": "can load code into every program", "DYLD_": "can load code into every program",
		"PYTHON": "can load code into python", "GIT_": "can make git run something",
		"npm_config_": "changes how npm runs scripts", "NPM_CONFIG_": "changes how npm runs scripts", "BASH_FUNC": "defines a shell function",
	} {
		if strings.HasPrefix(name, prefix) {
			return why
		}
	}
	return ""
}
