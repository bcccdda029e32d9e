package copies

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"devservers/app/config/settings"
)

// The ways in which databases are copied.
const (
	byTemplate = "template"
	byDump     = "dump"
	asEmpty    = "empty"
)

// postgres is a database of PostgreSQL. It is copied as a template, which the server does by itself if nobody is
// connected, and else by a dump.
type postgres struct{ database }

// sql runs statements in a database, and returns the rows with | between columns.
func (p postgres) sql(ctx context.Context, database, statements string) (string, error) {
	exe, err := p.Tools.find("psql")
	if err != nil {
		return "", err
	}
	return p.Tools.output(p.Tools.command(ctx, p.secrets(), exe, "-X", "-w", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1",
		"-d", p.plain(database), "-c", statements))
}

// plain returns the URL of a database without its password, which others could read in the list of processes.
func (p postgres) plain(database string) string {
	u := *p.url
	u.Scheme, u.Path, u.RawPath = "postgresql", "/"+database, ""
	if u.User != nil {
		u.User = url.User(u.User.Username())
	}
	q := u.Query()
	for key := range q { // of frameworks, which libpq refuses
		if !libpq[key] {
			q.Del(key)
		}
	}
	u.RawQuery = q.Encode()
	return u.String()
}

var libpq = map[string]bool{"host": true, "port": true, "user": true, "sslmode": true, "sslrootcert": true,
	"sslcert": true, "sslkey": true}

func (p postgres) secrets() []string {
	if password, has := p.url.User.Password(); has {
		return []string{"PGPASSWORD=" + password}
	}
	return nil
}

// about asks what decides how a database can be copied.
const aboutMain = `SELECT (SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user),
(SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
	OR pg_catalog.pg_get_userbyid(datdba) = current_user OR datistemplate,
(SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()),
current_setting('server_version_num')::int / 10000,
format('ENCODING %L LC_COLLATE %L LC_CTYPE %L', pg_encoding_to_char(encoding), datcollate, datctype)
FROM pg_database WHERE datname = current_database()`

func (p postgres) Plan(ctx context.Context) (settings.Fork, error) {
	row, err := p.sql(ctx, p.main(), aboutMain)
	if err != nil {
		return settings.Fork{}, fail(p.Options, "start it, or correct its url", "%v", err)
	}
	facts := strings.SplitN(row, "|", 5)
	if len(facts) < 5 {
		return settings.Fork{}, fail(p.Options, "check the server", "it answers %q", row)
	}
	if facts[0] != "t" {
		return settings.Fork{}, fail(p.Options, "ALTER ROLE "+p.url.User.Username()+" CREATEDB",
			"the role %s may not create databases", p.url.User.Username())
	}
	f, err := p.planned(func(name string) (bool, error) {
		n, err := p.sql(ctx, p.main(), "SELECT count(*) FROM pg_database WHERE datname = "+literal(name))
		return n != "0", err
	})
	if err != nil {
		return f, err
	}
	switch f.How = byDump; {
	case p.Empty:
		f.How = asEmpty
	case facts[1] == "t" && facts[2] == "0":
		f.How = byTemplate
	default:
		err = p.canDump(ctx, facts[3])
	}
	return f, err
}

// canDump returns why the database can't be dumped: nothing else works while somebody is connected.
func (p postgres) canDump(ctx context.Context, server string) error {
	exe, err := p.Tools.find("pg_dump")
	if err != nil {
		return fail(p.Options, "install postgresql-client, or end the connections to "+p.main(),
			"%s is in use, so it needs pg_dump, which is not installed", p.main())
	}
	version, err := p.Tools.output(p.Tools.command(ctx, nil, exe, "--version"))
	words := strings.Fields(version)
	if err != nil || len(words) < 3 {
		return err
	}
	major, _, _ := strings.Cut(words[2], ".")
	has, _ := strconv.Atoi(major)
	needs, _ := strconv.Atoi(server)
	if has < needs {
		return fail(p.Options, "install pg_dump of PostgreSQL "+server,
			"pg_dump %d is older than the server, %s", has, server)
	}
	return nil
}

func (p postgres) Make(ctx context.Context, f settings.Fork) (settings.Fork, error) {
	if err := p.Drop(ctx, f); err != nil {
		return f, err
	}
	if f.How == byTemplate {
		_, err := p.admin(ctx, "CREATE DATABASE "+identifier(f.Own)+" TEMPLATE "+identifier(p.main()))
		if err == nil {
			return f, nil
		}
		f.How = byDump // somebody has connected since
	}
	like, err := p.sql(ctx, p.main(), aboutMain)
	if err != nil {
		return f, err
	}
	_, settings, _ := strings.Cut(like, "ENCODING")
	if _, err := p.admin(ctx, "CREATE DATABASE "+identifier(f.Own)+" TEMPLATE template0 ENCODING"+settings); err != nil {
		return f, err
	}
	if f.How == asEmpty {
		return f, nil
	}
	return f, p.dump(ctx, f)
}

// dump copies the main database as one snapshot.
func (p postgres) dump(ctx context.Context, f settings.Fork) error {
	dump, err := p.Tools.find("pg_dump")
	if err != nil {
		return err
	}
	psql, err := p.Tools.find("psql")
	if err != nil {
		return err
	}
	return p.Tools.pipe(
		p.Tools.command(ctx, p.secrets(), dump, "-w", "--no-owner", "--no-acl", "--no-comments", "-d", p.plain(p.main())),
		p.Tools.command(ctx, p.secrets(), psql, "-X", "-w", "-q", "-o", "/dev/null", "-v", "ON_ERROR_STOP=1", "-1", "-d",
			p.plain(f.Own)))
}

// admin runs a statement about databases in one that nobody copies: a connection to the main one would be in the way
// of other copies.
func (p postgres) admin(ctx context.Context, statement string) (out string, err error) {
	for _, database := range []string{"postgres", "template1", p.main()} {
		if out, err = p.sql(ctx, database, statement); err == nil || !strings.Contains(err.Error(), "connection to server") {
			return out, err
		}
	}
	return out, err
}

func (p postgres) Drop(ctx context.Context, f settings.Fork) error {
	if err := p.guard(f); err != nil {
		return err
	}
	_, err := p.admin(ctx, "DROP DATABASE IF EXISTS "+identifier(f.Own)+" WITH (FORCE)")
	return err
}

func (p postgres) Size(ctx context.Context, f settings.Fork) (int64, error) {
	size, err := p.admin(ctx, "SELECT pg_database_size("+literal(f.Own)+")")
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(size, 10, 64)
}

func literal(text string) string    { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
func identifier(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
