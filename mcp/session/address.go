package session

import (
	"net/http"
	"net/url"

	"devservers/app/config/settings"
)

// Base returns the address that the client used. A proxy's headers about it count only if config.yml trusts the proxy.
func Base(r *http.Request, s settings.Settings) string {
	scheme, host := "http", r.Host
	if name := r.Header.Get("X-Forwarded-Host"); name != "" && s.TrustsProxy(r.RemoteAddr) {
		host = name
		if r.Header.Get("X-Forwarded-Proto") == "https" {
			scheme = "https"
		}
	}
	base := url.URL{Scheme: scheme, Host: host}
	if u, err := url.Parse(base.String()); err != nil || u.Host != host {
		base = url.URL{Scheme: "http", Host: r.Host}
	}
	return base.String()
}
