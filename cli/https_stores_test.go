//go:build linux

package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"devservers/app/web/proxy"
	"devservers/tests/fc"
)

// newMachine returns a machine with a certificate, the trust store of Debian and Chromium's, both empty. The program
// that Debian makes its bundle with is a stub.
func newMachine(t *testing.T) thisMachine {
	t.Helper()
	dir := t.TempDir()
	h := proxy.OpenHTTPS(dir)
	if err := h.Enable(); err != nil {
		t.Fatal(err)
	}
	m := thisMachine{home: filepath.Join(dir, "home"), root: filepath.Join(dir, "root"), cert: h.Status()}
	var err error
	if m.pem, err = os.ReadFile(m.cert.Certificate); err != nil {
		t.Fatal(err)
	}
	anchors, bundle := m.root+trustStores[0].anchors, m.root+trustStores[0].bundle
	for _, made := range []string{anchors, filepath.Dir(bundle), filepath.Join(dir, "bin"), m.home} {
		if err := os.MkdirAll(made, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	stub := "#!/bin/sh\ncat " + anchors + "/*.crt /dev/null > " + bundle + "\n"
	for name, text := range map[string]string{"update-ca-certificates": stub + ":\n", "sudo": "#!/bin/sh\nexec \"$@\"\n"} {
		if err := os.WriteFile(filepath.Join(dir, "bin", name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(bundle, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", filepath.Join(dir, "bin")+":"+os.Getenv("PATH"))
	return m
}

func TestTrustAndUntrust(t *testing.T) {
	t.Run("files", func(t *testing.T) { trustAndUntrust(t, newMachine(t)) })
	t.Run("and databases", func(t *testing.T) {
		m := newMachine(t)
		m.certutil = fc.Needs(t, "certutil")
		database := filepath.Join(m.home, ".pki/nssdb")
		if err := os.MkdirAll(database, 0o700); err != nil {
			t.Fatal(err)
		}
		create := exec.Command(m.certutil, "-N", "--empty-password", "-d", "sql:"+database)
		if out, err := create.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		trustAndUntrust(t, m)
	})
}

func trustAndUntrust(t *testing.T, m thisMachine) {
	t.Helper()
	p := thisProgram()
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	p.In, p.Err = null, null
	for _, add := range []bool{true, false} {
		before := m.stores()
		if !all(before, !add) {
			t.Fatalf("before: %+v", before)
		}
		text := m.describe(before, add)
		for _, s := range before {
			if !strings.Contains(text, s.Name) {
				t.Errorf("%q does not name %s", text, s.Name)
			}
		}
		if err := m.run(t.Context(), p, before, add); err != nil {
			t.Fatal(err)
		}
		if after := m.stores(); !all(after, add) {
			t.Errorf("after: %+v", after)
		}
	}
}

func TestOtherCertificatesStay(t *testing.T) {
	m := newMachine(t)
	other := filepath.Join(m.root+trustStores[0].anchors, "other.crt")
	if err := os.WriteFile(other, []byte("other\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := thisProgram()
	for _, add := range []bool{true, false} {
		if err := m.run(t.Context(), p, m.stores(), add); err != nil {
			t.Fatal(err)
		}
	}
	if bundle, err := os.ReadFile(m.root + trustStores[0].bundle); err != nil || !bytes.Equal(bundle, []byte("other\n")) {
		t.Errorf("%q %v", bundle, err)
	}
}

func TestMachineWithoutCertutilSaysWhatIsMissing(t *testing.T) {
	m := newMachine(t)
	database := filepath.Join(m.home, ".mozilla/firefox/a.default")
	if err := os.MkdirAll(database, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(database, "cert9.db"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := m.hint(); !strings.Contains(got, "libnss3-tools") {
		t.Errorf("%q", got)
	}
	if all(nil, true) || !all(nil, false) {
		t.Error("a machine without trust stores trusts")
	}
}
