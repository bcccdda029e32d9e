package lacks

import (
	"cmp"
	"path/filepath"
	"strings"

	"devservers/app"
	"devservers/app/why/files"
	"devservers/app/why/sayings"
)

// PHPExtension finds the extension that a message names, or that brings a function or a class which is not there.
func (o Of) PHPExtension(m []string) *app.Finding {
	name, file := cmp.Or(strings.ToLower(m[3]), files.PHPExtension(m[1], m[2])), o.Near("composer.json")
	first, _, _ := strings.Cut(strings.ToLower(m[1]+m[2]), "_")
	f := &app.Finding{Kind: app.FindingModule}
	for _, required := range sayings.PhpRequires().FindAllStringSubmatch(files.Read(file), -1) {
		if required[1] == name || name == "" && first != "" && strings.HasPrefix(required[1], first) {
			name, f.Evidence = required[1], []string{o.Shown(file) + " requires ext-" + required[1]}
		}
	}
	if name == "" {
		return nil
	}
	f.Problem = "the PHP extension " + name + " is not installed or not enabled"
	f.Fix = "install the extension " + name + " for the PHP that runs, or enable it in php.ini"
	return f
}

// PHPClass finds a class of a package: one with a namespace, while packages are not installed.
func (o Of) PHPClass(m []string) *app.Finding {
	_, file := o.Used(files.PHP)
	if !strings.Contains(m[1], `\`) || file == "" {
		return nil
	}
	f := &app.Finding{Kind: app.FindingModule, Problem: "the PHP class " + m[1] + " is not found", Fix: o.In(file, "composer dump-autoload") + ", or correct the name"}
	if files.Existing(filepath.Join(filepath.Dir(file), "vendor")) == "" {
		f.Evidence, f.Fix = []string{"there is no vendor directory"}, o.In(file, "composer install")
	}
	return f
}
