package lacks

import (
	"devservers/app"
	"devservers/app/project/sources"
	"devservers/app/reading/why/resolve"
	"devservers/app/reading/why/sayings"
)

var compiled = sayings.Lazily(`(/\S+/node_modules/\S+\.node)\b`)

// Native finds an installed package of npm whose compiled part is missing or was made for another version of Node. text names
// its files, or else all packages have to be installed once more.
func (o Of) Native(text string) *app.Finding {
	f := &app.Finding{Kind: app.FindingModule, Problem: "a native package is not built for this version of Node or for this machine"}
	f.Type(resolve.Reinstall(o.Project))
	m := compiled().FindStringSubmatch(text)
	if m == nil {
		return f
	}
	name := resolve.PackageAt(m[1])
	if resolve.Installed(o.Project, o.WorkDir, name) == "" || !sources.NodeName().MatchString(name) {
		return f
	}
	f.Problem = "the compiled part of the package " + name + " is missing, or was made for another version of Node or another machine"
	if used, file := o.Used(sources.Node); used.Install == "npm install" || used.Install == "pnpm install" {
		f.Type(o.In(file, used.Program()+" rebuild "+name))
	}
	return f
}
