package rules

import (
	"devservers/app"
	"devservers/app/project/sources"
	"devservers/app/reading/why/sayings"
)

// phpDriver finds the driver of PDO that the sources, the line or the environment ask for. PDO itself has printed the
// message.
func phpDriver(c *Clues, at int, _ []string) *app.Finding {
	texts := []string{c.Lines[at].Text, sources.Read(c.Found(c.CodeAt(at).File)), sources.Read(c.OwnPlace(c.Lines[at].Text).File), c.Env["DB_CONNECTION"] + ":", c.Env["DATABASE_URL"]}
	for _, text := range texts {
		if m := sayings.PdoAddress().FindStringSubmatch(text); m != nil {
			return c.lack().PHPExtension([]string{"", "", "", "pdo_" + m[1]})
		}
	}
	return &app.Finding{Kind: app.FindingModule, Problem: "PHP has no PDO driver for the database that the program opens", Fix: "install the extension of that database for the PHP that runs (pdo_pgsql, pdo_mysql, pdo_sqlite)"}
}
