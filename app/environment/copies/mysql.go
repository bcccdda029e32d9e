package copies

import (
	"context"
	"os/exec"
	"strconv"
	"strings"

	"devservers/app/config/settings"
)

// mysql is a database of MySQL or MariaDB. It is copied by a dump, which is one snapshot.
type mysql struct{ database }

// client returns a program of the server's client, connected to it.
func (m mysql) client(ctx context.Context, names []string, args ...string) (*exec.Cmd, error) {
	exe, err := m.Tools.find(names...)
	if err != nil {
		return nil, err
	}
	all := []string{"--no-defaults"}
	socket := m.url.Query().Get("unix_socket") + m.url.Query().Get("socket")
	switch {
	case socket != "":
		all = append(all, "--socket="+socket)
	default:
		all = append(all, "--protocol=tcp", "--host=127.0.0.1")
		if port := m.url.Port(); port != "" {
			all = append(all, "--port="+port)
		}
	}
	if user := m.url.User.Username(); user != "" {
		all = append(all, "--user="+user)
	}
	var secrets []string
	if password, has := m.url.User.Password(); has {
		secrets = []string{"MYSQL_PWD=" + password}
	}
	return m.Tools.command(ctx, secrets, exe, append(all, args...)...), nil
}

func (m mysql) sql(ctx context.Context, statements string) (string, error) {
	cmd, err := m.client(ctx, []string{"mariadb", "mysql"}, "--batch", "--skip-column-names", "-e", statements)
	if err != nil {
		return "", err
	}
	return m.Tools.output(cmd)
}

// mayCreate counts the privileges that allow to create a database with a name.
const mayCreate = `SET @me = CONCAT("'", REPLACE(CURRENT_USER(), '@', "'@'"), "'");
SELECT (SELECT COUNT(*) FROM information_schema.USER_PRIVILEGES WHERE GRANTEE = @me AND PRIVILEGE_TYPE = 'CREATE') +
(SELECT COUNT(*) FROM information_schema.SCHEMA_PRIVILEGES WHERE GRANTEE = @me AND PRIVILEGE_TYPE = 'CREATE'
AND NAME LIKE TABLE_SCHEMA)`

func (m mysql) Plan(ctx context.Context) (settings.Fork, error) {
	if _, err := m.Tools.find("mariadb-dump", "mysqldump"); err != nil && !m.Empty {
		return settings.Fork{}, fail(m.Options, "install mariadb-client or mysql-client", "%v", err)
	}
	f, err := m.planned(func(name string) (bool, error) {
		n, err := m.sql(ctx, "SELECT COUNT(*) FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = "+literal(name))
		return n != "0", err
	})
	if err != nil {
		return f, fail(m.Options, "start it, or correct its url", "%v", err)
	}
	rights, err := m.sql(ctx, strings.ReplaceAll(mayCreate, "NAME", literal(f.Own)))
	if err == nil && rights == "0" {
		user := m.url.User.Username()
		err = fail(m.Options, "GRANT ALL ON `"+m.main()+`\_%`+"`.* TO "+user,
			"%s may not create the database %s", user, f.Own)
	}
	if f.How = byDump; m.Empty {
		f.How = asEmpty
	}
	return f, err
}

func (m mysql) Make(ctx context.Context, f settings.Fork) (settings.Fork, error) {
	if err := m.Drop(ctx, f); err != nil {
		return f, err
	}
	like, err := m.sql(ctx, `SELECT CONCAT('CHARACTER SET ', DEFAULT_CHARACTER_SET_NAME, ' COLLATE ',
		DEFAULT_COLLATION_NAME)
		FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = `+literal(m.main()))
	if err != nil {
		return f, err
	}
	if _, err = m.sql(ctx, "CREATE DATABASE "+quoted(f.Own)+" "+like); err != nil || f.How == asEmpty {
		return f, err
	}
	dump, err := m.client(ctx, []string{"mariadb-dump", "mysqldump"}, "--single-transaction", "--quick", "--routines",
		"--triggers", "--events", "--no-tablespaces", m.main())
	if err != nil {
		return f, err
	}
	load, err := m.client(ctx, []string{"mariadb", "mysql"}, f.Own)
	if err != nil {
		return f, err
	}
	return f, m.Tools.pipe(dump, load)
}

func (m mysql) Drop(ctx context.Context, f settings.Fork) error {
	if err := m.guard(f); err != nil {
		return err
	}
	_, err := m.sql(ctx, "DROP DATABASE IF EXISTS "+quoted(f.Own))
	return err
}

func (m mysql) Size(ctx context.Context, f settings.Fork) (int64, error) {
	size, err := m.sql(ctx, "SELECT COALESCE(SUM(DATA_LENGTH + INDEX_LENGTH), 0) FROM information_schema.TABLES "+
		"WHERE TABLE_SCHEMA = "+
		literal(f.Own))
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(size, 10, 64)
}

func quoted(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }
