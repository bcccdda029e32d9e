package survey

import (
	"path"
	"slices"
	"strings"

	"devservers/app/base/words"
)

var (
	// Builds match the files that say how a module of the JVM is built.
	Builds = words.Lazy(`^(?:pom\.xml|build\.gradle(?:\.kts)?)$`)
	// plugins match what makes a module of Gradle a library, and starting what makes any module a program: a framework
	// that brings the main class, or its name.
	plugins  = words.Lazy(`\bjava-(?:library|platform)\b`)
	starting = words.Lazy(`quarkus-maven-plugin|\bid[ (]+["']io\.quarkus["']|\b(?:mainClass|mainClassName|main\.class|start-class)\b`)
	// Windows matches the build of a program of the JVM with a window of its own.
	Windows    = words.Lazy(`\bcompose\.desktop\b|\bopenjfx\b|\bjavafx\b`)
	springMain = words.Lazy(`SpringBootApplication|SpringApplication|EnableAutoConfiguration|runApplication`)
	javaMain   = words.Lazy(`\bvoid main\(|\bfun main\(|\bstatic main\(|\bdef main\(|\bobject \w+ extends \w*(?:App|Main)\b`)
	// JavaExec matches a task of Gradle's build that starts a program, by a name that says that it serves.
	JavaExec = words.Lazy(`(?:(?:register|create)\(["']((?:run|start|serve|dev)(?:Local|Dev|Server|App|Web))["'],\s*JavaExec|register<JavaExec>\(["']((?:run|start|serve|dev)(?:Local|Dev|Server|App|Web))["']|` +
		`\btask\s+((?:run|start|serve|dev)(?:Local|Dev|Server|App|Web))\s*\(\s*type:\s*JavaExec)`)
	// named matches the name of a program of Spring in its settings.
	named = words.Lazy(`(?m)^spring:\s*\n(?:[ \t]+[^\n]*\n)*?[ \t]+application:\s*\n[ \t]+name:\s*["']?([\w.-]+)|` +
		`^spring\.application\.name\s*=\s*([\w.-]+)`)
	// webPort matches the keys that lead to the port of a framework of the JVM.
	webPort = words.Lazy(`^(?:%dev )?(?:micronaut |helidon |play )?server (?:http )?port$|^(?:%dev )?quarkus http port$|` +
		`^ktor deployment port$|^http port$|^port$`)
)

// sources returns the sources of a module of the JVM.
func (p *Checkout) sources(dir string) []string {
	return p.Files(join(dir, "src"), 9, ".java", ".kt", ".groovy", ".scala")
}

// HasMain reports whether a module has a program of the JVM.
func (p *Checkout) HasMain(dir string) bool {
	return slices.ContainsFunc(p.sources(dir), func(file string) bool { return javaMain().MatchString(p.Read(".", file)) })
}

// isProgram reports whether a module of the JVM is a program of a framework, and no library that others use: by its
// sources, if it has any, and by its build.
func (p *Checkout) isProgram(dir, build string, f Framework) bool {
	all := p.sources(dir)
	switch {
	case Windows().MatchString(build):
		return false
	case strings.HasPrefix(f.Command, "gradle run") && !strings.Contains(build, "application"), // the plugin that has it
		p.Has(dir, "src") && !p.Has(dir, "src/main") && len(all) == 0:
		return false
	case strings.HasPrefix(f.Name, "spring") && len(all) > 0:
		return slices.ContainsFunc(all, func(file string) bool { return springMain().MatchString(p.Read(".", file)) })
	}
	return p.HasMain(dir) || starting().MatchString(build) || len(all) == 0 && !plugins().MatchString(build)
}

// Resources returns the settings of a directory's program of the JVM: for all environments before those of one, of
// those the ones for development first, and at last those that a config server of the project has for its name.
func (p *Checkout) Resources(dir string) []string {
	files := p.Files(join(dir, "src/main/resources"), 1, ".yml", ".yaml", ".properties", ".conf")
	slices.SortStableFunc(files, func(a, b string) int { return rankOfJVM(a) - rankOfJVM(b) })
	for _, file := range files {
		m := named().FindStringSubmatch(p.Read(".", file))
		if m == nil {
			continue
		}
		for _, at := range p.Files(".", 7, ".yml", ".yaml", ".properties") {
			if rest, ok := strings.CutPrefix(path.Base(at), m[1]); ok && (rest[0] == '.' || developing().MatchString(rest)) {
				files = append(files, at)
			}
		}
		return files
	}
	return files
}

func rankOfJVM(file string) int {
	name := path.Base(file)
	switch {
	case deployed().MatchString(name):
		return 4
	case developing().MatchString(name):
		return 0
	case strings.HasPrefix(name, "application."), strings.HasPrefix(name, "bootstrap."):
		return 1
	}
	return 2 + rankOf(!strings.HasPrefix(name, "application"))
}

// ConfiguredJVM returns where the settings of a directory's program of the JVM say that it listens.
func (p *Checkout) ConfiguredJVM(dir string) Address {
	for _, file := range p.Resources(dir) {
		for _, t := range told(path.Ext(file), p.Read(".", file)) {
			if webPort().MatchString(strings.ToLower(strings.Join(t.Keys, " "))) && rankOfJVM(file) < 4 {
				return Address{Port: t.Port, File: file}
			}
		}
	}
	return Address{}
}
