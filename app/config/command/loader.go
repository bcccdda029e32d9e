package command

import (
	"strings"
	"sync"
)

// RunsCode describes how a variable can make a program run code that its command does not name, or "". Only a person
// may set such a variable.
func RunsCode(name string) string {
	upper := strings.ToUpper(name)
	if harmlessNames()[upper] {
		return ""
	}
	if why := loaders()[upper]; why != "" {
		return why
	}
	for prefix, why := range loaderPrefixes() {
		if strings.HasPrefix(upper, prefix) {
			return why
		}
	}
	for suffix, why := range loaderSuffixes() {
		if strings.HasSuffix(upper, suffix) {
			return why
		}
	}
	return ""
}

// harmlessNames are exceptions from loaderPrefixes.
var harmlessNames = sync.OnceValue(func() map[string]bool {
	return named(true, "PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONIOENCODING PYTHONUTF8 NODE_ENV NODE_DEBUG "+
		"NODE_NO_WARNINGS")
})

const (
	programs  = "can make a shell or another program run something"
	everyOne  = "can load code into every program"
	installed = "decides from where packages come"
	trusted   = "decides whom programs trust"
	network   = "decides who can reach the server"
	traffic   = "sends the traffic of programs elsewhere"
)

func named[V any](value V, names string) map[string]V {
	list := map[string]V{}
	for _, name := range strings.Fields(names) {
		list[name] = value
	}
	return list
}

func merged(lists ...map[string]string) map[string]string {
	all := map[string]string{}
	for _, list := range lists {
		for name, why := range list {
			all[name] = why
		}
	}
	return all
}

// loaders are whole names, in capital letters.
var loaders = sync.OnceValue(func() map[string]string {
	return merged(
		named("decides which programs are found", "PATH"),
		named(programs, "SHELL EDITOR VISUAL PAGER BROWSER HOME IFS ENV BASH_ENV ZDOTDIR PROMPT_COMMAND TERMINFO "+
			"CHROME_PATH CHROME_BIN KUBECONFIG AWS_CONFIG_FILE CC CXX AR LD CFLAGS CXXFLAGS LDFLAGS MAKEFLAGS MAKEFILES"),
		named(everyOne, "GCONV_PATH LOCPATH NLSPATH GLIBC_TUNABLES"),
		named("can load code into java", "CLASSPATH _JAVA_OPTIONS"),
		named("can load code into php", "PHPRC"),
		named("can load code into erlang", "ELIXIR_ERL_OPTIONS"),
		named("decides which code python or flask runs", "VIRTUAL_ENV FLASK_APP"),
		named("can change what go builds and runs", "GOFLAGS GOROOT GOPATH GOBIN GOENV GOPROXY GOTOOLCHAIN GOWORK"),
		named("can change what rust builds and runs", "RUSTFLAGS RUSTC RUSTDOC"),
		named(network, "HOST HOSTNAME BIND BIND_ADDRESS LISTEN_ADDRESS"),
		named(trusted, "SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE REQUESTS_CA_BUNDLE AWS_CA_BUNDLE"),
	)
})

// loaderPrefixes are beginnings of names.
var loaderPrefixes = sync.OnceValue(func() map[string]string {
	return merged(
		named(everyOne, "LD_ DYLD_ MALLOC_"),
		named("can load code into node", "NODE_ NAPI_RS_ BUN_ DENO_ ELECTRON_ ESBUILD_"),
		named("can load code into python", "PYTHON GUNICORN_ UWSGI_"),
		named("can load code into ruby", "RUBY GEM_ BUNDLE_"),
		named("can load code into perl", "PERL"),
		named("can load code into java", "JAVA_ JDK_ MAVEN_ GRADLE_"),
		named("can load code into php", "PHP_INI_"),
		named("can load code into .NET", "DOTNET_ CORECLR_ COMPLUS_"),
		named("can load code into lua", "LUA_"),
		named("can load code into erlang", "ERL_"),
		named("can load code into openssl", "OPENSSL_"),
		named("can change what rust builds and runs", "CARGO_ RUSTC_ RUSTUP_"),
		named(programs, "GIT_ SSH_ XDG_ PYENV_ NVM_ ASDF_ MISE_ VOLTA_ BASH_FUNC DOCKER_"),
		named(installed, "NPM_CONFIG_ PIP_ UV_ PIPENV_ POETRY_ CONDA_ YARN_ PNPM_ COREPACK_"),
	)
})

// loaderSuffixes are ends of names.
var loaderSuffixes = sync.OnceValue(func() map[string]string {
	return merged(
		named(programs, "_BINARY _BINARY_PATH _BIN _EXECUTABLE _EXECUTABLE_PATH _COMMAND _CMD _CMD_ARGS _SHELL _WRAPPER"),
		named(everyOne, "_LIBRARY_PATH _PRELOAD _PLUGIN _PLUGINS _HOOK_PATH _LOADER"),
		named(traffic, "_PROXY"),
	)
})
