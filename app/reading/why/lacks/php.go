package lacks

import (
	"cmp"
	"path/filepath"
	"regexp"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
	"devservers/app/reading/why/sayings"
)

// PHPExtension finds the extension that a message names, or that brings a function or a class which is not there.
func (o Of) PHPExtension(m []string) *app.Finding {
	name, file := cmp.Or(strings.ToLower(m[3]), sources.PHPExtension(m[1], m[2])), o.Near("composer.json")
	first, _, _ := strings.Cut(strings.ToLower(m[1]+m[2]), "_")
	f := &app.Finding{Kind: app.FindingModule}
	for _, required := range sayings.PhpRequires().FindAllStringSubmatch(sources.Read(file), -1) {
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

// PHPClass finds a class with a namespace: a file of the project that should declare it, or packages that are not installed.
func (o Of) PHPClass(m []string) *app.Finding {
	if !strings.Contains(m[1], `\`) {
		return nil
	}
	if f := o.declaredClass(m[1]); f != nil {
		return f
	}
	_, file := o.Used(sources.PHP)
	if file == "" {
		return nil
	}
	f := &app.Finding{Kind: app.FindingModule, Problem: "the PHP class " + m[1] + " is not found", Fix: o.In(file, "composer dump-autoload") + ", or correct the name"}
	if sources.Existing(filepath.Join(filepath.Dir(file), "vendor")) == "" {
		f.Evidence, f.Fix = []string{"there is no vendor directory"}, o.In(file, "composer install")
	}
	return f
}

var namespace = sayings.Lazily(`(?m)^\s*namespace\s+([\w\\]+)`)

// declaredClass finds a class that a file of the project declares where a loader does not look for it: in another
// namespace, or in a file whose path differs from its name in upper and lower case.
func (o Of) declaredClass(class string) *app.Finding {
	space, name := class[:strings.LastIndexByte(class, '\\')], class[strings.LastIndexByte(class, '\\')+1:]
	declares := regexp.MustCompile(`(?mi)^\s*(?:(?:abstract|final|readonly)\s+)*(?:class|interface|trait|enum)\s+` + regexp.QuoteMeta(name) + `\b`)
	for _, file := range o.Sources() {
		text := sources.Read(file)
		if filepath.Ext(file) != ".php" || !declares.MatchString(text) {
			continue
		}
		shown, of := o.Shown(file), namespace().FindStringSubmatch(text)
		path := strings.ReplaceAll(class[strings.IndexByte(class, '\\')+1:], `\`, "/") + ".php" // without the first part, which stands for a directory
		f := &app.Finding{Kind: app.FindingCode, Problem: "the PHP class " + class + " is not found", Evidence: []string{shown + " declares a class " + name}}
		switch tail := file[max(0, len(file)-len(path)):]; {
		case of != nil && of[1] != space:
			f.Evidence[0] += " in the namespace " + of[1]
			f.Fix = "correct the namespace in " + shown + ", or the name where it is used"
		case tail != path && strings.EqualFold(tail, path):
			f.Problem += ": the loader looks for " + path + ", and the file is " + tail
			f.Fix = "rename " + shown + " to " + o.Shown(file[:len(file)-len(path)]+path) + ": upper and lower case must be those of the class"
		default:
			return nil
		}
		return f
	}
	return nil
}
