package lists

import (
	"path"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/survey"
)

// settingsOf matches the module with the settings of a manage.py.
var settingsOf = words.Lazy(`["']DJANGO_SETTINGS_MODULE["'],\s*["']([\w.]+)["']`)

// DjangoSettings returns the module with the settings for development, if the one that manage.py names is only the
// package around it; or "".
func DjangoSettings(p *survey.Checkout, dir string) string {
	m := settingsOf().FindStringSubmatch(p.Read(dir, "manage.py"))
	if m == nil {
		return ""
	}
	at := path.Join(dir, strings.ReplaceAll(m[1], ".", "/"))
	if !p.Has(at, "__init__.py") || strings.TrimSpace(p.Read(at, "__init__.py")) != "" {
		return ""
	}
	for _, name := range []string{"dev", "development", "local"} {
		if p.Has(at, name+".py") {
			return m[1] + "." + name
		}
	}
	return ""
}
