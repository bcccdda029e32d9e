// Package address finds out under which address a client of MCP reaches the manager.
package address

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"

	"devservers/app/config/settings"
)

// Base returns the address that the client used. What a proxy says about it counts only if config.yml trusts the proxy.
func Base(r *http.Request, s settings.Settings) string {
	scheme, host := "http", r.Host
	if name := r.Header.Get("X-Forwarded-Host"); name != "" && trusted(r.RemoteAddr, s.TrustedProxies) {
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

// trusted reports whether addr is one of the proxies, which are addresses or networks.
func trusted(addr string, proxies []string) bool {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	from, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	for _, p := range proxies {
		if network, err := netip.ParsePrefix(p); err == nil && network.Contains(from.Unmap()) {
			return true
		}
		if one, err := netip.ParseAddr(p); err == nil && one.Unmap() == from.Unmap() {
			return true
		}
	}
	return false
}
