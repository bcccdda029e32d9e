package config

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"devservers/app/config/command"
)

// WithEnvFiles returns p with the assignments in these env files that decide which code runs. Its fingerprint covers
// that.
func (p Project) WithEnvFiles(files []command.File) Project {
	p.EnvCode = command.CodeOf(files, p.Dir, p.programVariables())
	p.SHA256 = p.FingerprintAt(p.File)
	return p
}

// EnvFiles returns the path of each env file that the project names, once, in the order in which they are named.
func (p Project) EnvFiles() (files []string) {
	for server := range p.All() {
		for _, file := range server.EnvFiles {
			if !slices.Contains(files, file) {
				files = append(files, file)
			}
		}
	}
	return files
}

// programVariables returns the variables in the first words of commands: their values name programs.
func (p Project) programVariables() (names []string) {
	for server := range p.All() {
		for _, c := range []*command.Command{&server.Command, server.Ready.Command, server.Alive.Command} {
			if c == nil || len(c.Words) == 0 {
				continue
			}
			for _, part := range c.Words[0] {
				if part.Variable != "" {
					names = append(names, part.Variable)
				}
			}
		}
	}
	return names
}

// FingerprintAt identifies what a person reviews of p if it were at this path, and trust is bound to it.
func (p Project) FingerprintAt(file string) string {
	if len(p.EnvCode) == 0 {
		return Fingerprint(file, p.Source)
	}
	content := slices.Clip(p.Source)
	for _, c := range p.EnvCode {
		content = append(content, "\x00"+c.File+"\x00"+c.Name+c.Text...)
	}
	return Fingerprint(file, content)
}

// Reviewed returns the content of devservers.yml, and below it the assignments in env files that decide which code
// runs. Secrets are masked, with a mark that changes with them.
func (p Project) Reviewed() []byte {
	var b strings.Builder
	b.Write(p.Source)
	for i, c := range p.EnvCode {
		if i == 0 {
			b.WriteString(envCodeHead)
		}
		b.WriteString(c.String())
		if c.Masked() {
			sum := sha256.Sum256([]byte(c.Text))
			fmt.Fprintf(&b, " (masked, %x)", sum[:3])
		}
		b.WriteByte('\n')
	}
	return []byte(b.String())
}

// envCodeHead is between devservers.yml and the assignments of its env files.
const envCodeHead = "\n# Variables of env files that decide which code runs:\n"

// SourceOf returns the content of devservers.yml in what Reviewed returned.
func SourceOf(reviewed []byte) []byte {
	if i := bytes.LastIndex(reviewed, []byte(envCodeHead)); i >= 0 {
		return reviewed[:i]
	}
	return reviewed
}

// Fingerprint identifies a file and its content: the SHA-256, in hex, of the file's resolved path, a NUL and the
// content.
func Fingerprint(file string, content []byte) string {
	h := sha256.New()
	h.Write([]byte(file))
	h.Write([]byte{0})
	h.Write(content)
	return hex.EncodeToString(h.Sum(nil))
}
