package cli

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/web/proxy"
	"devservers/cli/client"
	"devservers/cli/view"
)

func httpsCommand(p *Program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "https",
		Short: "Serve named URLs over HTTPS",
		Long: `Serve named URLs over HTTPS, such as https://web.shop.localhost:7913.

enable creates a certificate authority that can only sign names below localhost. Its key stays in the state directory.
Browsers warn about the certificates until you run trust, which shows what it changes and asks first.`,
		Args: noCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	add := func(use, short, long string, run func(context.Context, *Program) error) {
		cmd.AddCommand(&cobra.Command{
			Use: use, Short: short, Long: long, Args: atMost(0),
			RunE: func(cmd *cobra.Command, _ []string) error { return run(cmd.Context(), p) },
		})
	}
	add("enable", "Start serving HTTPS", "Serve named URLs over HTTPS, on the port after the manager's, or on "+
		"settings.https_port. No trust store is changed.", enable)
	add("disable", "Stop serving HTTPS", "Stop serving HTTPS. The certificate authority stays in the state directory "+
		"and in the trust stores; untrust removes it from the trust stores.", disable)
	add("status", "Show whether HTTPS is served and trusted",
		"Show whether HTTPS is served, its certificate, and which trust stores of this machine contain it.", httpsStatus)
	add("trust", "Add the certificate to the trust stores of this machine", `Add the certificate to the trust stores of this machine: the system's, which needs root, Chromium's and Firefox's. It
shows the commands that it runs and asks first, so it needs a terminal.`, trust)
	add("untrust", "Remove the certificate from the trust stores",
		"Remove the certificate from all trust stores of this machine that contain it. It asks first.", untrust)
	return cmd
}

func changeHTTPS(ctx context.Context, c *client.Client, what string, on bool) (st proxy.HTTPSStatus, err error) {
	err = c.Call(ctx, client.Request{Method: http.MethodPost, Path: "/api/https", Body: map[string]bool{what: on}}, &st)
	return st, err
}

// now returns a client of the manager, and what it says of HTTPS.
func now(ctx context.Context, p *Program) (*client.Client, proxy.HTTPSStatus, error) {
	var st proxy.HTTPSStatus
	c, err := p.Connect(ctx)
	if err == nil {
		err = c.Get(ctx, "/api/https", nil, &st)
	}
	return c, st, err
}

func enable(ctx context.Context, p *Program) error  { return turn(ctx, p, true) }
func disable(ctx context.Context, p *Program) error { return turn(ctx, p, false) }

func turn(ctx context.Context, p *Program, on bool) error {
	c, err := p.Connect(ctx)
	if err != nil {
		return err
	}
	st, err := changeHTTPS(ctx, c, "enabled", on)
	if err != nil {
		return err
	}
	text := "named URLs have no HTTPS"
	switch {
	case on && st.Trusted:
		text = fmt.Sprintf("named URLs answer at https://SERVER.PROJECT.localhost:%d", st.Port)
	case on:
		text = fmt.Sprintf("named URLs answer at https://SERVER.PROJECT.localhost:%d\n  "+
			"browsers warn until you run devservers https trust", st.Port)
	case st.Trusted:
		text += "; their certificate is still trusted: devservers https untrust"
	}
	return p.Done(st, text)
}

// httpsShown is the answer of status.
type httpsShown struct {
	proxy.HTTPSStatus
	Stores []store `json:"stores"`
	Hint   string  `json:"hint,omitempty"`
}

func httpsStatus(ctx context.Context, p *Program) error {
	c, st, err := now(ctx, p)
	if err != nil {
		return err
	}
	m, err := read(st)
	if err != nil {
		return err
	}
	list := m.stores()
	if trusted := all(list, true); st.Trusted != trusted && st.Certificate != "" { // somebody else changed a store
		if st, err = changeHTTPS(ctx, c, "trusted", trusted); err != nil {
			return err
		}
	}
	out := httpsShown{st, list, m.hint()}
	return p.show(out, func() string { return out.text(p) })
}

func (s httpsShown) text(p *Program) string {
	var text strings.Builder
	v := p.view()
	row := func(name, value string) {
		fmt.Fprintf(&text, "%s  %s\n", v.Paint(view.Dim, fmt.Sprintf("%-11s", name)), value)
	}
	switch {
	case !s.Enabled:
		row("https", "off: devservers https enable")
	case s.Port == 0:
		row("https", "enabled, but not served: "+s.Problem)
	default:
		row("https", fmt.Sprintf("on, at port %d", s.Port))
	}
	if s.Certificate == "" {
		return text.String()
	}
	row("certificate", s.Certificate)
	row("name", s.Name+", until "+s.Ends.Format("2006-01-02"))
	row("sha256", s.SHA256)
	for _, one := range s.Stores {
		row("", map[bool]string{true: v.Done() + " trusted by ", false: v.Cross() + " not trusted by "}[one.Has]+one.Name)
	}
	if s.Hint != "" {
		row("", s.Hint)
	}
	return text.String()
}

func trust(ctx context.Context, p *Program) error {
	c, st, err := now(ctx, p)
	if err == nil && !st.Enabled {
		err = app.Failf(app.CodeInvalid, "turn it on first: devservers https enable", "named URLs have no HTTPS")
	}
	if err != nil {
		return err
	}
	return alter(ctx, p, c, st, true)
}

func untrust(ctx context.Context, p *Program) error {
	c, st, err := now(ctx, p)
	if err != nil {
		return err
	}
	return alter(ctx, p, c, st, false)
}

// alter makes all trust stores have the certificate, or none, after a question.
func alter(ctx context.Context, p *Program, c *client.Client, st proxy.HTTPSStatus, add bool) error {
	m, err := read(st)
	if err != nil {
		return err
	}
	list := m.stores()
	if len(list) == 0 {
		return app.Failf(app.CodeInvalid, "import "+st.Certificate+" where it is needed",
			"no supported trust store was found")
	}
	if !all(list, add) {
		if err := confirm(ctx, p, m, list, add); err != nil {
			return err
		}
		if err := m.run(ctx, p, list, add); err != nil {
			return err
		}
		list = m.stores()
	}
	trusted := all(list, true)
	if st, err = changeHTTPS(ctx, c, "trusted", trusted); err != nil {
		return err
	}
	out := httpsShown{st, list, m.hint()}
	if !all(list, add) {
		return errors.Join(p.show(out, func() string { return out.text(p) }),
			app.Failf(app.CodeInvalid, "", "not all trust stores were changed"))
	}
	text := map[bool]string{true: "certificates of named URLs are trusted",
		false: "no trust store has the certificate"}[add]
	if add && out.Hint != "" {
		text += "\n  " + out.Hint
	}
	return p.Done(out, text)
}

// confirm describes what will change, and asks.
func confirm(ctx context.Context, p *Program, m thisMachine, list []store, add bool) error {
	verb, word := "trust", "Trust it?"
	if !add {
		verb, word = "untrust", "Remove it?"
	}
	if !p.Person() || p.JSON {
		return app.Failf(app.CodeNeedsHuman, "run it at a terminal: devservers https "+verb,
			"changing what this machine trusts needs a person")
	}
	p.Notef("%s\n", m.describe(list, add))
	if !p.Confirm(ctx, word) {
		return silent(exitTrust)
	}
	return nil
}
