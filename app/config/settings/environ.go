package settings

import (
	"os"
	"path/filepath"
	"strings"

	"devservers/app/config"
	"devservers/app/config/command"
	"devservers/app/config/yml"
)

// Environ returns what the data of a project adds to the environment of its servers, whose variables get returns: in a
// worktree, what it has of its own in place of the main checkout's; everywhere, the facts that references name.
func (s *Records) Environ(conf config.Project, get func(string) (string, bool)) []command.Var {
	own, _ := s.At(conf.Dir)
	list := own.Variables()
	for _, data := range conf.Worktree.Data {
		fork, _ := own.Fork(data.Name)
		if !fork.Done {
			fork = Fork{URL: Expand(data.URL, get)}
			if data.Path != "" {
				fork.Path = filepath.Join(conf.Dir, data.Path)
			}
		}
		for fact, value := range map[string]string{yml.FactURL: fork.URL, yml.FactName: fork.Own, yml.FactPath: fork.Path} {
			if value != "" {
				list = append(list, command.Var{Name: FactVariable(data.Name, fact), Value: value})
			}
		}
	}
	return list
}

// FactVariable is DEVSERVERS_DATA_DB_URL for the fact url of db.
func FactVariable(name, fact string) string {
	return "DEVSERVERS_DATA_" + strings.Map(func(r rune) rune {
		if r < 0x80 && yml.IsVariableByte(byte(r)) {
			return r
		}
		return '_'
	}, strings.ToUpper(name+"_"+fact))
}

// Expand replaces the variables and references in a URL.
func Expand(url string, get func(string) (string, bool)) string {
	return os.Expand(url, func(name string) string {
		value, _ := get(name)
		return value
	})
}

// Lacks returns the name of data that a worktree should have of its own and doesn't; "" if there is none. Whatever ran
// there would use the main checkout's, or make an empty one in its place. Only what the file of the main checkout
// declares can be copied; declared returns that for its directory.
func (s *Records) Lacks(conf config.Project, declared func(dir string) config.Worktree) string {
	own, ok := yml.CheckoutOf(conf.Dir)
	if !ok || !own.Linked() || own.Main(conf.Dir) == "" {
		return ""
	}
	branch, _ := s.At(conf.Dir)
	for _, data := range conf.Worktree.Data {
		if fork, _ := branch.Fork(data.Name); fork.Done {
			continue
		}
		if _, both := declared(own.Main(conf.Dir)).FindData(data.Name); both || data.URL != "" {
			return data.Name
		}
	}
	return ""
}
