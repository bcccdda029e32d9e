package cli

import (
	"bytes"
	"context"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"devservers/app/web/proxy"
)

// store is a place where programs look up whom they trust.
type store struct {
	Name        string     `json:"name"`
	Has         bool       `json:"trusted"`
	root        bool       // changing it needs root
	add, remove [][]string // commands
}

// machine is where the stores are, and the certificate that they shall have.
type thisMachine struct {
	home, root string // root is "", except in tests
	cert       proxy.HTTPSStatus
	pem        []byte
	certutil   string // "" = not installed
}

// read returns this machine for a certificate.
func read(st proxy.HTTPSStatus) (m thisMachine, err error) {
	m.cert = st
	m.certutil, _ = exec.LookPath("certutil")
	if m.home, err = os.UserHomeDir(); err != nil || st.Certificate == "" {
		return m, err
	}
	m.pem, err = os.ReadFile(st.Certificate)
	return m, err
}

// trustStore is the trust store of a family of Linux distributions.
type trustStore struct {
	anchors string // where a person puts certificates
	bundle  string // what is made of them
	update  []string
}

var trustStores = []trustStore{
	{"/usr/local/share/ca-certificates", "/etc/ssl/certs/ca-certificates.crt", []string{"update-ca-certificates"}},
	{"/etc/pki/ca-trust/source/anchors", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
		[]string{"update-ca-trust", "extract"}},
	{"/etc/ca-certificates/trust-source/anchors", "/etc/ca-certificates/extracted/tls-ca-bundle.pem",
		[]string{"update-ca-trust"}},
	{"/usr/share/pki/trust/anchors", "/var/lib/ca-certificates/ca-bundle.pem", []string{"update-ca-certificates"}},
}

func (m thisMachine) stores() (list []store) {
	if m.pem == nil {
		return nil
	}
	if runtime.GOOS == "darwin" {
		list = append(list, m.keychain())
	}
	for _, s := range trustStores {
		if exists(m.root+s.anchors) && exists(m.root+s.bundle) {
			list = append(list, m.system(s))
			break
		}
	}
	for _, dir := range m.databases() {
		if m.certutil != "" {
			list = append(list, m.database(dir))
		}
	}
	return list
}

func exists(file string) bool { _, err := os.Stat(file); return err == nil }

func (m thisMachine) system(s trustStore) store {
	target := m.root + filepath.Join(s.anchors, "devservers-"+m.cert.SHA256[:8]+".crt")
	bundle, _ := os.ReadFile(m.root + s.bundle)
	update := s.update
	if slices.Equal(update, []string{"update-ca-certificates"}) && strings.HasSuffix(s.anchors, "share/ca-certificates") {
		update = append(slices.Clone(update), "--fresh") // Debian's leaves links to files that are gone
	}
	return store{
		Name: "the system (" + m.root + s.anchors + ")", Has: bytes.Contains(bundle, bytes.TrimSpace(m.pem)), root: true,
		add:    [][]string{{"install", "-m", "0644", m.cert.Certificate, target}, s.update},
		remove: [][]string{{"rm", "-f", target}, update},
	}
}

func (m thisMachine) keychain() store {
	login := filepath.Join(m.home, "Library/Keychains/login.keychain-db")
	return store{
		Name: "the login keychain", Has: exec.Command("security", "verify-cert", "-c", m.cert.Certificate, "-p",
			"ssl").Run() == nil,
		add:    [][]string{{"security", "add-trusted-cert", "-r", "trustRoot", "-p", "ssl", "-k", login, m.cert.Certificate}},
		remove: [][]string{{"security", "remove-trusted-cert", m.cert.Certificate}},
	}
}

// databases returns the directories of NSS in which Chromium and Firefox keep certificates.
func (m thisMachine) databases() (dirs []string) {
	for _, pattern := range []string{
		".pki/nssdb", ".local/share/pki/nssdb", "snap/chromium/current/.pki/nssdb", ".mozilla/firefox/*",
		".config/mozilla/firefox/*",
		"snap/firefox/common/.mozilla/firefox/*", ".var/app/org.mozilla.firefox/.mozilla/firefox/*",
		"Library/Application Support/Firefox/Profiles/*",
	} {
		found, _ := filepath.Glob(filepath.Join(m.home, pattern, "cert9.db"))
		for _, file := range found {
			dirs = append(dirs, filepath.Dir(file))
		}
	}
	return dirs
}

func (m thisMachine) database(dir string) store {
	at := []string{m.certutil, "-d", "sql:" + dir}
	with := func(args ...string) []string { return append(slices.Clone(at), args...) }
	return store{
		Name: dir, Has: m.inDatabase(with("-L", "-n", m.cert.Name, "-a")),
		add:    [][]string{with("-A", "-t", "C,,", "-n", m.cert.Name, "-i", m.cert.Certificate)},
		remove: [][]string{with("-D", "-n", m.cert.Name)},
	}
}

// inDatabase reports whether the output of a command is the certificate.
func (m thisMachine) inDatabase(command []string) bool {
	out, err := exec.Command(command[0], command[1:]...).Output()
	has, _ := pem.Decode(out)
	want, _ := pem.Decode(m.pem)
	return err == nil && has != nil && want != nil && bytes.Equal(has.Bytes, want.Bytes)
}

// hint describes what a person can do about stores that can't be changed.
func (m thisMachine) hint() string {
	if m.certutil != "" || len(m.databases()) == 0 || m.pem == nil {
		return ""
	}
	return "Chromium and Firefox have trust stores of their own: install certutil (libnss3-tools, nss-tools or nss), " +
		"then run this again"
}

// all reports whether all stores have the certificate, or none; no stores have none.
func all(list []store, has bool) bool {
	return !slices.ContainsFunc(list, func(s store) bool { return s.Has != has }) && (len(list) > 0 || !has)
}

// commands returns what changes a store.
func (s store) commands(add bool) (list [][]string) {
	list = s.remove
	if add {
		list = s.add
	}
	if !s.root || os.Geteuid() == 0 {
		return list
	}
	list = slices.Clone(list)
	for i := range list {
		list[i] = append([]string{"sudo"}, list[i]...)
	}
	return list
}

func (m thisMachine) describe(list []store, add bool) string {
	var text strings.Builder
	if add {
		fmt.Fprintf(&text, "Programs of this machine will trust certificates that are signed by %q\n  sha256 %s\n"+
			"It can sign names below localhost alone. Whoever can read its key, https.json beside\n"+
			"%s, can imitate your dev servers to you.\n", m.cert.Name, m.cert.SHA256, m.cert.Certificate)
	}
	for _, s := range list {
		if s.Has == add {
			continue
		}
		fmt.Fprintf(&text, "\n%s:\n", s.Name)
		for _, command := range s.commands(add) {
			fmt.Fprintf(&text, "  %s\n", strings.Join(command, " "))
		}
	}
	return text.String()
}

// run changes the stores that differ. A store that fails does not keep the others from being changed.
func (m thisMachine) run(ctx context.Context, p *Program, list []store, add bool) (err error) {
	for _, s := range list {
		if s.Has == add {
			continue
		}
		for _, command := range s.commands(add) {
			cmd := exec.CommandContext(ctx, command[0], command[1:]...)
			cmd.Stdin, cmd.Stdout, cmd.Stderr = p.In, p.Err, p.Err
			if e := cmd.Run(); e != nil {
				err = errors.Join(err, fmt.Errorf("%s: %s: %w", s.Name, strings.Join(command, " "), e))
				break
			}
		}
	}
	return err
}
