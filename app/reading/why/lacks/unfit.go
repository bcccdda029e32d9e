package lacks

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
	"devservers/app/reading/why/resolve"
	"devservers/app/reading/why/sayings"
)

var (
	inModules = sayings.Lazily(`node_modules/((?:@[\w.-]+/)?[\w.-]+)/`)
	inSites   = sayings.Lazily(`(/[^"'\s:(]*/(?:site|dist)-packages)/(\w+)`)
	takesName = sayings.Lazily(`cannot import name '(\w+)' from '([\w.]+)' \(|module '([\w.]+)' has no attribute '(\w+)'`)
)

// Unfit finds two installed packages that don't fit together, or one that is not of the version that the project asks for.
// text is what an error says, with its frames: the package that raised it is looked at.
func (o Of) Unfit(text string) *app.Finding {
	if f := o.unfitPython(text); f != nil {
		return f
	}
	if m := inModules().FindStringSubmatch(text); m != nil { // the first frame: the package that raised the error
		return o.unfitNode(m[1])
	}
	return nil
}

// installed is a package of npm that is installed.
type installed struct {
	Version          string
	PeerDependencies map[string]string
	Optional         map[string]struct{ Optional bool } `json:"peerDependenciesMeta"`
}

func (o Of) installed(name string) (pkg installed) {
	dir := resolve.Installed(o.Project, o.WorkDir, name)
	_ = json.Unmarshal([]byte(sources.Read(filepath.Join(dir, "package.json"))), &pkg)
	return pkg
}

// unfitNode finds a package of npm that is not of the version which package.json asks for, or that another one wants beside
// it.
func (o Of) unfitNode(name string) *app.Finding {
	own, manifest := o.PackageJSON()
	pkg := o.installed(name)
	var wants string
	if raw, ok := own.Dependencies[name]; ok {
		_ = json.Unmarshal(raw, &wants)
	}
	if pkg.Version != "" && isRange().MatchString(wants) && !sources.Satisfies("", pkg.Version, wants) {
		use, used := o.Used(sources.Node)
		f := &app.Finding{Kind: app.FindingVersion, Problem: "the package " + name + " has the wrong version: " + o.Shown(manifest) + " wants " + wants + ", installed is " + pkg.Version}
		f.Type(o.In(used, use.Install))
		return f
	}
	for _, peer := range slices.Sorted(maps.Keys(pkg.PeerDependencies)) {
		has, wants := o.installed(peer).Version, pkg.PeerDependencies[peer]
		if has == "" || pkg.Optional[peer].Optional || !isRange().MatchString(wants) || sources.Satisfies("", has, wants) {
			continue
		}
		return &app.Finding{Kind: app.FindingVersion, Problem: "the installed " + name + " " + pkg.Version + " does not fit " + peer + " " + has + ": it wants " + peer + " " + wants + " beside it",
			Fix: "install a version of " + name + " for " + peer + " " + has + ", or " + peer + " " + wants}
	}
	return nil
}

// isRange matches versions that can be compared.
var isRange = sayings.Lazily(`^[\^~<>=\s|.\dxX*v-]+$`)

// unfitPython finds a package of Python that takes a name from another one which the installed version does not have.
func (o Of) unfitPython(text string) *app.Finding {
	m := takesName().FindStringSubmatch(text)
	frames := inSites().FindAllStringSubmatch(text[:max(0, strings.Index(text, strings.Join(m[:min(1, len(m))], "")))], 60)
	if m == nil || len(frames) == 0 {
		return nil
	}
	taker, library := frames[len(frames)-1][2], frames[len(frames)-1][1]
	giver, _, _ := strings.Cut(m[2]+m[3], ".")
	if taker == giver {
		return nil
	}
	one, other := distribution(library, taker), distribution(library, giver)
	if one == "" || other == "" {
		return nil
	}
	f := &app.Finding{Kind: app.FindingVersion, Problem: "the installed " + one + " does not fit " + other + ": it takes " + m[1] + m[4] + " from " + m[2] + m[3] + ", which that version does not have"}
	f.Fix = "install versions of the two that fit: an older " + giver + ", or a newer " + taker
	if file := o.Lists(sources.Python, taker, giver); file != "" {
		f.Evidence = []string{o.Shown(file) + " lists one of them"}
		f.Fix += "; write it into " + o.Shown(file)
	}
	return f
}

// distribution returns the name and the version of the package of Python that has a module, as installed in a library, or "".
func distribution(library, module string) string {
	list, _ := filepath.Glob(filepath.Join(sources.GlobSafe(library), "*.dist-info"))
	for _, dir := range list {
		name, version, _ := strings.Cut(strings.TrimSuffix(filepath.Base(dir), ".dist-info"), "-")
		top := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(module) + `$`)
		if strings.EqualFold(name, module) || strings.EqualFold(name, sources.Distributions[module]) || top.MatchString(sources.Read(filepath.Join(dir, "top_level.txt"))) {
			return name + " " + version
		}
	}
	return ""
}
