package command

import (
	"strings"
	"testing"
)

// TestVariablesThatLoadCodeAreKnown has the ones that made one of the usual tools run our code, change where it gets
// its packages, or open it to the network.
func TestVariablesThatLoadCodeAreKnown(t *testing.T) {
	t.Parallel()
	loading := "PATH LD_PRELOAD NODE_OPTIONS NODE_PATH NODE_TLS_REJECT_UNAUTHORIZED NAPI_RS_NATIVE_LIBRARY_PATH " +
		"ESBUILD_BINARY_PATH PYTHONSTARTUP PYTHONPATH " +
		"GUNICORN_CMD_ARGS FLASK_APP OPENSSL_CONF GCONV_PATH LUA_INIT ERL_FLAGS CORECLR_PROFILER_PATH VIRTUAL_ENV " +
		"PIP_INDEX_URL HTTPS_PROXY https_proxy HOST " +
		"npm_config_script_shell GIT_SSH_COMMAND BASH_ENV RUBYOPT PERL5OPT JAVA_TOOL_OPTIONS DYLD_INSERT_LIBRARIES"
	for name := range strings.FieldsSeq(loading) {
		if RunsCode(name) == "" {
			t.Errorf("%s is not known", name)
		}
	}
	for name := range strings.FieldsSeq("DEBUG NODE_ENV DATABASE_URL REDIS_URL API_KEY PYTHONUNBUFFERED DB_HOST " +
		"VITE_API_URL DJANGO_DEBUG LOG_LEVEL GOOGLE_API_KEY SECRET_KEY_BASE") {
		if why := RunsCode(name); why != "" {
			t.Errorf("%s %s", name, why)
		}
	}
}
