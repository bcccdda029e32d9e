package programs

import (
	"path"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/survey"
)

var (
	// noWeb matches the setting of a program of Spring that opens no port.
	noWeb = words.Lazy(`web-application-type\s*[:=]\s*["']?none`)
	// settingsFrom matches the setting of a program of Spring that gets its settings from a server.
	settingsFrom = words.Lazy(`\bconfigserver:|(?m)^[ \t]+cloud:\s*\n[ \t]+config:\s*\n(?:[^\n]*\n){0,2}[ \t]+uri:|spring\.cloud\.config\.uri`)
)

// NoWeb reports whether the settings of a directory's program say that it opens no port.
func NoWeb(p *survey.Checkout, dir string) bool {
	return p.ConfiguredJVM(dir).Port == 0 && slices.ContainsFunc(p.Resources(dir), func(file string) bool {
		return noWeb().MatchString(p.Read(".", file))
	})
}

// Profile returns the variable for the profile with which a program of Spring is run while it is developed, if it has
// settings for that and the project's own words name it.
func Profile(p *survey.Checkout, dir string) (env [][2]string) {
	for _, name := range []string{"dev", "local", "development"} {
		own := func(file string) bool { return strings.HasPrefix(path.Base(file), "application-"+name+".") }
		if !slices.ContainsFunc(p.Resources(dir), own) || p.Anywhere(dir, activeProfile(), ".yml", ".yaml", ".properties") {
			continue
		}
		for _, file := range tellers {
			if at := "rofiles.active=" + name; strings.Contains(p.Read(dir, file)+p.Read(".", file), at) {
				return [][2]string{{"SPRING_PROFILES_ACTIVE", name}}
			}
		}
	}
	return nil
}

// activeProfile matches the setting of a program of Spring that names its profile.
var activeProfile = words.Lazy(`profiles\.active\s*[:=]|(?m:^[ \t]+profiles:\s*\n[ \t]+active:)`)

// ConfigServer reports whether a directory's program of Spring is a server of settings, or needs one.
func ConfigServer(p *survey.Checkout, dir string) (is, needs bool) {
	is = strings.Contains(p.Read(dir, "pom.xml")+p.Read(dir, "build.gradle")+p.Read(dir, "build.gradle.kts"),
		"spring-cloud-config-server")
	return is, !is && slices.ContainsFunc(p.Resources(dir), func(file string) bool {
		return settingsFrom().MatchString(p.Read(".", file))
	})
}
