package detect

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/project/code"
	"devservers/app/project/programs"
	"devservers/app/project/survey"
)

// inSettings gives servers whose sources name no port the one that the program's settings name, if only one can be
// meant: first those whose own source reads it. Of what stays open, it says so.
func (f *finder) inSettings() {
	servers := f.proposal.Servers
	for _, own := range []bool{true, false} {
		for i := range servers {
			e := &servers[i]
			if !f.opens(e) || !own && (e.Port != "" || slices.ContainsFunc(servers, func(by ProposedServer) bool {
				return by.Name != e.Name && by.at() == e.at() && f.opens(&by) && by.Port == ""
			})) {
				continue
			}
			switch meant := f.settingsOf(e, own); {
			case len(meant) == 1:
				e.Port = auto
				e.take(survey.Address{Port: meant[0].Port, File: meant[0].File})
			case len(meant) > 1 && e.Port == "":
				f.once(meant[0].File + " names " + survey.PortNames(meant) + ": " + e.From + " is declared without a port, as " +
					"nothing shows which one is its own")
			}
		}
	}
}

// opens reports whether a server may listen on a port that isn't known yet.
func (f *finder) opens(e *ProposedServer) bool {
	line := f.lineOf(e)
	tool, known := code.FindTool(f.programOf(e))
	known = known && (tool.Port > 0 || programs.Built(f.Checkout, e.at(), line) == nil)
	return !e.External && (e.Port == "" || e.Port == auto && e.About == "") && !survey.Works(line) &&
		!(known && tool.Port == 0)
}

// settingsOf returns the ports of the settings that the sources of a server read and no other server has: its own
// sources, which its command names, or those of its directory.
func (f *finder) settingsOf(e *ProposedServer, own bool) (meant []survey.Told) {
	files := f.AllReached(f.entries(e, f.programOf(e)))
	if !own {
		files = f.Files(e.at(), 3, survey.SourceExts...)
	} else if _, known := code.FindTool(f.programOf(e)); len(files) == 0 || known && e.Port == "" {
		return nil
	}
	var source strings.Builder
	for _, file := range files {
		source.WriteString(f.Read(".", file))
	}
	at := e.at()
	if own && strings.HasPrefix(files[0], e.Dir) {
		at = filepath.Dir(files[0])
	}
	for ; len(meant) == 0; at = filepath.Dir(at) {
		free := slices.DeleteFunc(f.ToldIn(at), func(t survey.Told) bool {
			return slices.ContainsFunc(f.proposal.Servers, func(by ProposedServer) bool { return by.Port == number(t.Port) })
		})
		if meant = survey.Meant(source.String(), free); at == "." {
			break
		}
	}
	return meant
}
