package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"devservers/app/config/yml"
)

// Load reads and checks a devservers.yml. If its content is wrong, the error is yml.Problems with all problems, and the
// Project has what could be read (at least Dir, File, Source and SHA256) but must not be started. Other errors mean
// that the file could not be read. A symlink out of its directory is refused.
func Load(file string) (Project, error) {
	dir, name, err := splitFile(file)
	if err != nil {
		return Project{}, err
	}
	content, err := yml.ReadInside(dir, name, yml.MaxFileSize+1)
	if err != nil {
		return Project{}, unread(file, err)
	}
	p, err := parseProject(dir, filepath.Join(dir, name), content)
	if _, other := os.Stat(filepath.Join(dir, otherFileName)); other == nil && name == FileName {
		p.Warnings = append(p.Warnings, yml.Problem{File: p.File, Warning: true, Msg: otherFileName + " is ignored",
			Hint: "keep one of the two files"})
	}
	return p, err
}

// unread returns the error of a file that can't be read.
func unread(file string, err error) error {
	info, _ := os.Stat(file)
	_, there := os.Lstat(file)
	switch {
	case info != nil && info.IsDir():
		return &yml.FileError{Msg: yml.Path(file) + " is a directory", Hint: "rename it: a file of this name is read"}
	case info == nil && there == nil && errors.Is(err, fs.ErrNotExist):
		return &yml.FileError{Msg: yml.Path(file) + " is a symlink to a file that does not exist",
			Hint: "correct the link, or delete it and write the file"}
	}
	return fmt.Errorf("cannot read %s: %w", yml.Path(file), err)
}

// Parse is Load for content that file doesn't have yet. Its directory must exist.
func Parse(file string, content []byte) (Project, error) {
	dir, name, err := splitFile(file)
	if err != nil {
		return Project{}, err
	}
	return parseProject(dir, filepath.Join(dir, name), content)
}

// splitFile returns the resolved directory of a file and its name.
func splitFile(file string) (dir, name string, err error) {
	abs, err := filepath.Abs(file)
	if err != nil {
		return "", "", fmt.Errorf("cannot find the current directory: %w", err)
	}
	dir, err = yml.Existing(filepath.Dir(abs))
	return dir, filepath.Base(abs), err
}

// parseProject reads the content of a file in dir, which must be resolved. It looks there for working_dir and git's
// files.
func parseProject(dir, file string, content []byte) (Project, error) {
	p := Project{Dir: dir, File: file, Source: content, SHA256: Fingerprint(file, content)}
	src := yml.NewFileText(file, content, minimalFile)
	root := src.Parse()
	if root == nil {
		return p, src.Problems
	}
	r := projectReader{Reader: yml.Reader{FileText: src}, project: &p}
	r.read(root)
	p.Warnings = r.Warnings
	p.ID = p.Name
	if branch := yml.WorktreeBranch(dir); branch != "" && p.Name != "" {
		p.ID = p.Name + "@" + branch
	}
	if len(src.Problems) > 0 {
		src.Problems.Sort()
		return p, src.Problems
	}
	return p, nil
}
