package why

import (
	"net"
	"net/netip"
	"strconv"

	"devservers/app"
	"devservers/app/run/cage"
)

// caged looks at what the sandbox of the run has refused, as its holder saw it. Of a server that works, or whose
// failure doesn't name the address, that is not the cause.
func (x *examination) caged() {
	if x.Run == nil || x.Run.Record().Cage == nil {
		return
	}
	r := x.reading()
	for _, refused := range cage.RefusedIn(x.Run.Dir) {
		if r.Failed && r.names(refused) {
			x.add(x.refused(refused))
		}
	}
}

// names reports whether the failure names what was refused: its host, or its port.
func (r *printout) names(refused cage.Refused) bool {
	host, port, err := net.SplitHostPort(refused.To)
	if err != nil {
		host, port = refused.To, refused.To
	}
	for _, line := range r.Lines[r.ending().from:] {
		if line.Text.Has(host) || line.Text.Has(port) {
			return true
		}
	}
	return false
}

// refused returns the claim about what was refused, with the line that allows it, if one can.
func (x *examination) refused(refused cage.Refused) *app.Claim {
	to, server := app.Known(refused.To), x.name()
	c := x.of(app.FindingAccess).See("system", "it was refused at %s", app.Known(refused.At.Format("15:04:05")))
	c.Certain = true
	switch refused.What {
	case cage.Bind:
		c.Is("the sandbox of %s doesn't let it listen on port %s, which another project has", server, to)
		return c.Correct("give it a port of its own, or port: auto")
	case cage.Lookup:
		c.Is("the sandbox of %s doesn't let it look up %s", server, to)
		return c.Correct("if it needs that, a person adds to devservers.yml: sandbox: {network: [%s]}", to)
	}
	c.Is("the sandbox of %s doesn't let it connect to %s", server, to)
	addr, err := netip.ParseAddrPort(refused.To)
	switch {
	case err != nil || addr.Addr().IsLinkLocalUnicast():
		return c.Correct("nothing allows that: clouds keep credentials at such addresses")
	case cage.OfThisMachine(addr.Addr()):
		return c.Correct("if it needs that, a person adds to devservers.yml: sandbox: {ports: [%s]}",
			app.Known(strconv.Itoa(int(addr.Port()))))
	}
	return c.Correct("if it needs that, a person adds the host's name to network of its sandbox in devservers.yml")
}
