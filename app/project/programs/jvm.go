package programs

import (
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

// ConfigServer reports whether a directory's program of Spring is a server of settings, or needs one.
func ConfigServer(p *survey.Checkout, dir string) (is, needs bool) {
	is = strings.Contains(p.Read(dir, "pom.xml")+p.Read(dir, "build.gradle")+p.Read(dir, "build.gradle.kts"),
		"spring-cloud-config-server")
	return is, !is && slices.ContainsFunc(p.Resources(dir), func(file string) bool {
		return settingsFrom().MatchString(p.Read(".", file))
	})
}
