package resolve

import (
	"encoding/json"
	"path/filepath"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
	"devservers/app/reading/why/sayings"
)

// ofPackage returns the finding that an installed package of npm has a default export, but not the name that a source of the
// project imports. module is its file, as Node has resolved it.
func ofPackage(p *sources.Project, module, name string) *app.Finding {
	path := strings.TrimPrefix(module, "file://")
	pkg := PackageAt(path)
	if pkg == "" || !identifier().MatchString(name) || name == "default" {
		return nil
	}
	m := ModuleAt(path)
	if !m.Default || m.Has(name) {
		return nil
	}
	f := &app.Finding{Kind: app.FindingCode, Problem: "the package " + pkg + " does not export " + name + ", but has a default export", Fix: "import its default export, without braces"}
	for _, file := range p.Sources() {
		if line := quotedIn(file, pkg); line > 0 && sources.IsSource(file) {
			f.Fix = "import its default export, without braces, in " + p.Shown(file) + ":" + strconv.Itoa(line)
			break
		}
	}
	return f
}

// Subpath returns the finding that a package of npm is installed, but without the file of it that an import names; or nil.
func Subpath(p *sources.Project, w Wanted) *app.Finding {
	name := sources.PackageOf(w.Name)
	from := p.WorkDir
	if w.From != "" {
		from = filepath.Dir(w.From)
	}
	dir := Installed(p, from, name)
	switch {
	case dir == "" || PackageAt(w.From) != "" || Variant(filepath.Join(dir, w.Name[len(name):])) != "" && name != w.Name:
		return nil
	case name == w.Name && sources.Existing(filepath.Join(dir, "package.json")) != "":
		return nil
	case name == w.Name:
		return &app.Finding{Kind: app.FindingModule, Problem: "the installed package " + name + " is damaged", Evidence: []string{p.Shown(dir) + " has no package.json"}, Fix: Reinstall(p)}
	}
	at, _ := sourceOf(p, w)
	f := &app.Finding{Kind: app.FindingFile, Problem: "the package " + name + " is installed, but has no " + strings.TrimPrefix(w.Name[len(name):], "/"), Fix: "correct the import" + at + ", or install the version of " + name + " that has it"}
	inside := sources.Project{Dir: dir, WorkDir: dir}
	if m := Near(&inside, filepath.Join(dir, w.Name[len(name):])); m.Path != "" && m.How != Elsewhere {
		f.Evidence = []string{"there is " + name + "/" + inside.Shown(m.Path)}
	}
	return f
}

// Unexported returns the finding that the package of npm in dir does not let others import a file of it. where is the place of
// the error, " in FILE:LINE" or "".
func Unexported(p *sources.Project, w Wanted, dir, where string) *app.Finding {
	name := PackageAt(dir + "/x")
	full := name + strings.TrimPrefix(w.Name, ".")
	f := &app.Finding{Kind: app.FindingCode, Problem: "the package " + name + " does not let others import " + w.Name}
	if line := quotedIn(w.From, full); line > 0 {
		where = " in " + p.Shown(w.From) + ":" + strconv.Itoa(line)
	}
	f.Fix = "correct the import" + where + ": import what its package.json exports"
	var pkg struct{ Exports map[string]json.RawMessage }
	_ = json.Unmarshal([]byte(sources.Read(filepath.Join(dir, "package.json"))), &pkg)
	for key := range pkg.Exports {
		if key == strings.TrimSuffix(w.Name, filepath.Ext(w.Name)) || key == w.Name+".js" {
			f.Fix = "correct the import" + where + ": " + name + strings.TrimPrefix(key, ".")
		}
	}
	return f
}

// Reinstall returns the command that installs the packages of npm again, from the beginning.
func Reinstall(p *sources.Project) string {
	m, file := p.Used(sources.Node)
	install := m.Install
	if install == "" {
		install = "npm install"
	}
	if install == "npm install" && filepath.Base(file) == "package-lock.json" {
		install = "npm ci"
	}
	return p.In(file, "rm -rf node_modules && "+install)
}

var inPackage = sayings.Lazily(`.*/node_modules/((?:@[\w.-]+/)?[\w.-]+)/`)

// PackageAt returns the installed package of npm that a file belongs to, or "".
func PackageAt(path string) string {
	if m := inPackage().FindStringSubmatch(path); m != nil && m[1] != ".bin" && m[1] != ".vite" && m[1] != ".pnpm" {
		return m[1]
	}
	return ""
}

// native matches the names of packages that hold what is compiled for one system, and that npm leaves out by mistake.
var native = sayings.Lazily(`-(?:linux|darwin|win32|freebsd|android)(?:-|$)(?:x64|arm64|arm|ia32|riscv64|ppc64|s390x)?|^@(?:esbuild|img|next/swc)[/-]`)

// IsNative reports whether a package of npm is an optional one for one system.
func IsNative(name string) bool { return native().MatchString(name) }

// NativePackage returns the finding that the part of a package that was compiled for this system is not installed.
func NativePackage(p *sources.Project, name string) *app.Finding {
	m, file := p.Used(sources.Node)
	f := &app.Finding{Kind: app.FindingModule, Problem: "the package " + name + " is not installed: it is the part of another package that is compiled for one system"}
	f.Evidence = []string{"npm leaves such packages out if node_modules or the lock file was made on another system"}
	f.Type(Reinstall(p))
	if base := filepath.Base(file); base == "package-lock.json" || base == "package.json" && m.Install == "npm install" {
		f.Type(p.In(file, "rm -rf node_modules package-lock.json && npm install"))
	}
	return f
}
