package sayings

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestAQuestionIsKnownByItsLook(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Ok to proceed? (y)": true, "? Would you like to use port 3001 instead? › (Y/n)": true, "[sudo] password for me:": true, "Continue? [y/N] ": true,
		"? Select a framework: › - Use arrow-keys\n❯   Vanilla\n    Vue": false, "Password:": true, "Listening on port 80": false, "GET /?y/n HTTP/1.1 200": false, "": false,
		"Port 3000 is in use. Would you like to use 3001?": true, "Type 'yes' to continue, or 'no' to cancel: ": true, "Username (leave blank to use 'ann'): ": true, "package name: (shop) ": true,
	} {
		if got := Question(strings.Split(text, "\n")) != ""; got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestPatternsCompile(t *testing.T) {
	t.Parallel()
	for _, s := range slices.Concat(Tools, System) {
		s.Pattern()
		if s.Problem == "" || s.Fix == "" || s.Kind == "" || len(s.Words) == 0 {
			t.Errorf("incomplete: %+v", s)
		}
	}
	for _, p := range []func() *regexp.Regexp{
		PathIn, PortSet, IsCrash, LastLine, Complains, AboutConfig, AddressIn, RefusedBy, Answered, Waits, OfAddress, SocketIn, InSource, Times, Frame, HostOnly, QuotedHost, Resolves, DatabaseName, AboutSettings, NotNames, AboutCode, AboutVariables, BadFormat, SaysMissing, SaysNoFile, StartsProgram, Request, OfLibrary, PhpRequires, PdoAddress, BindAddress, Errno, IsCode, PortIn, LockFile, IsLocked, BadInterpreter, Harmless, WellAgain, NodeHas, className, WantedVersion, HasVersion, OfVersion, question,
	} {
		p()
	}
}
