// Package copies gives a git worktree files and data of its own. Files and directories of one checkout are copied into
// another one by reference where the file system can, so that it takes no room and little time: never outside of the
// two checkouts, never in the place of a file, and finished or not there under the final name. Data is copied by the
// engine that has it: the main data is only read, and nothing is dropped but what a record names as a worktree's own.
package copies

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/settings"
)

// Maker makes, measures and drops the fork of one data.
type Maker interface {
	// Plan checks everything that can be known before, changes nothing, and returns the fork as it will be.
	Plan(ctx context.Context) (settings.Fork, error)
	// Make makes a planned fork. What an earlier, killed Make left of it is replaced.
	Make(ctx context.Context, fork settings.Fork) (settings.Fork, error)
	// Drop removes a fork, which may be there in part or not at all.
	Drop(ctx context.Context, fork settings.Fork) error
	// Size returns how many bytes a fork has, as its engine counts them.
	Size(ctx context.Context, fork settings.Fork) (int64, error)
}

// Options are what a fork is made of, and for whom.
type Options struct {
	config.OwnData
	Main, Dir string                // the project in the main checkout and in the worktree
	ID        string                // of the worktree's project
	Tools     Tools                 // how programs are run
	Taken     func(own string) bool // whether another worktree has a database of this kind with that name
	Progress  func(bytes int64)     // may be nil
}

// New returns the maker of one data, whose URL has no variables any more.
func New(o Options) (Maker, error) {
	if o.Taken == nil {
		o.Taken = func(string) bool { return false }
	}
	switch o.Kind {
	case config.Directory:
		return directory{o}, nil
	case config.SQLite:
		return sqlite{o}, nil
	}
	u, err := local(o)
	if err != nil {
		return nil, err
	}
	switch o.Kind {
	case config.Postgres:
		return postgres{database{o, u}}, nil
	case config.MySQL:
		return mysql{database{o, u}}, nil
	case config.Redis:
		return redis{o, u}, nil
	}
	return nil, app.Failf(app.CodeConfig, "write one of: "+strings.Join(config.DataKinds, ", "),
		"%s is not a kind of data", o.Kind)
}

// schemes are those of URLs by kind. Frameworks add their driver: postgresql+psycopg, mysql2.
var schemes = map[string][]string{
	config.Postgres: {"postgres", "postgresql", "postgis", "pgsql"},
	config.MySQL:    {"mysql", "mysql2", "mariadb", "mysqlgis"},
	config.Redis:    {"redis"},
}

// local returns the URL of main data, which must be on this machine: no copy of a shared database is made by accident.
func local(o Options) (*url.URL, error) {
	if o.URL == "" {
		return nil, fail(o, "set it, or correct url: in devservers.yml",
			"its url is empty: the variable isn't set in the main checkout")
	}
	u, err := url.Parse(o.URL)
	if err != nil {
		return nil, fail(o, "write it as "+schemes[o.Kind][0]+"://user:password@localhost/name", "its url can't be read")
	}
	scheme, _, _ := strings.Cut(u.Scheme, "+")
	if !slices.Contains(schemes[o.Kind], scheme) {
		return nil, fail(o, "correct kind: or url: in devservers.yml", "its url is of %q, not of %s", u.Scheme, o.Kind)
	}
	for _, host := range hosts(o, u) {
		if host != "localhost" && !strings.HasPrefix(host, "/") && !net.ParseIP(host).IsLoopback() {
			return nil, fail(o, "use one on this machine, or leave it out of worktree: data:",
				"it is on another host, %s, where nothing is made", host)
		}
	}
	return u, nil
}

// hosts returns where the server of a URL may be: also as clients of PostgreSQL find it. A path is a socket's.
func hosts(o Options, u *url.URL) []string {
	named := []string{u.Hostname(), u.Query().Get("host"), u.Query().Get("hostaddr")}
	if o.Kind == config.Postgres && u.Hostname() == "" {
		named = append(named, o.Tools.variable("PGHOST"), o.Tools.variable("PGHOSTADDR"))
	}
	return slices.DeleteFunc(named, func(host string) bool { return host == "" })
}

func fail(o Options, hint, format string, args ...any) *app.Error {
	return app.Failf(app.CodeDependency, hint, "data %s can't be forked: %s", o.Name, fmt.Sprintf(format, args...))
}

// plan returns the fork of o with what all kinds know.
func (o Options) plan() settings.Fork {
	return settings.Fork{Name: o.Name, Kind: o.Kind, Variable: o.Variable(), From: o.URL}
}

// database is a server's database that is named by a URL.
type database struct {
	Options
	url *url.URL
}

func (d database) main() string { return strings.TrimPrefix(d.url.Path, "/") }

// longestName is what all engines take.
const longestName = 63

// own returns a name for the fork: the main one's, the branch's, and a piece that no other checkout has.
func (d database) own(again int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%d", d.Dir, d.Name, again))
	_, branch, _ := strings.Cut(d.ID, "@")
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, strings.ToLower(d.main()+"_"+branch))
	return name[:min(len(name), longestName-9)] + "_" + hex.EncodeToString(sum[:4])
}

// at returns the URL of another database on the same server.
func (d database) at(name string) string {
	u := *d.url
	u.Path, u.RawPath = "/"+name, ""
	return u.String()
}

// planned returns a fork whose name is free, as exists tells.
func (d database) planned(exists func(name string) (bool, error)) (settings.Fork, error) {
	f := d.plan()
	for again := 0; ; again++ {
		f.Own = d.own(again)
		there, err := exists(f.Own)
		if err != nil {
			return f, err
		}
		if !there && !d.Taken(f.Own) {
			f.URL = d.at(f.Own)
			return f, nil
		}
	}
}

// guard returns an error unless a fork is a database of its own: the last look before anything is dropped.
func (d database) guard(f settings.Fork) error {
	if f.Own == "" || f.Own == d.main() || f.URL == f.From {
		return fail(d.Options, "drop it by hand", "%q is the main database", f.Own)
	}
	return nil
}
