package rules

import (
	"cmp"
	"devservers/app"
	"devservers/app/why/files"
	"devservers/app/why/sayings"
	"path/filepath"
	"strings"
)

// phpExtension finds the extension that a message names, or that brings a function or a class which is not there.
func phpExtension(c *Clues, _ int, m []string) *app.Finding {
	name, file := cmp.Or(strings.ToLower(m[3]), files.PHPExtension(m[1], m[2])), c.Near("composer.json")
	first, _, _ := strings.Cut(strings.ToLower(m[1]+m[2]), "_")
	f := &app.Finding{Kind: app.FindingModule}
	for _, required := range sayings.PhpRequires().FindAllStringSubmatch(files.Read(file), -1) {
		if required[1] == name || name == "" && first != "" && strings.HasPrefix(required[1], first) {
			name, f.Evidence = required[1], []string{c.Shown(file) + " requires ext-" + required[1]}
		}
	}
	if name == "" {
		return nil
	}
	f.Problem = "the PHP extension " + name + " is not installed or not enabled"
	f.Fix = "install the extension " + name + " for the PHP that runs, or enable it in php.ini"
	return f
}

// phpDriver finds the driver of PDO that the sources, the line or the environment ask for. PDO itself has printed the
// message.
func phpDriver(c *Clues, at int, _ []string) *app.Finding {
	texts := []string{c.Lines[at].Text, files.Read(c.Found(c.codeAt(at).File)), files.Read(c.ownPlace(c.Lines[at].Text).File), c.Env["DB_CONNECTION"] + ":", c.Env["DATABASE_URL"]}
	for _, text := range texts {
		if m := sayings.PdoAddress().FindStringSubmatch(text); m != nil {
			return phpExtension(c, at, []string{"", "", "", "pdo_" + m[1]})
		}
	}
	return &app.Finding{Kind: app.FindingModule, Problem: "PHP has no PDO driver for the database that the program opens", Fix: "install the extension of that database for the PHP that runs (pdo_pgsql, pdo_mysql, pdo_sqlite)"}
}

// phpClass finds a class of a package: one with a namespace, while packages are not installed.
func phpClass(c *Clues, _ int, m []string) *app.Finding {
	_, file := c.Used(files.PHP)
	if !strings.Contains(m[1], `\`) || file == "" {
		return nil
	}
	f := &app.Finding{Kind: app.FindingModule, Problem: "the PHP class " + m[1] + " is not found", Fix: c.In(file, "composer dump-autoload") + ", or correct the name"}
	if files.Existing(filepath.Join(filepath.Dir(file), "vendor")) == "" {
		f.Evidence, f.Fix = []string{"there is no vendor directory"}, c.In(file, "composer install")
	}
	return f
}
