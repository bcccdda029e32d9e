package project

import (
	"devservers/app/config"
	"devservers/app/config/command"
)

// envFiles are env files as they were read once, by path.
type envFiles []envFile

type envFile struct {
	path string
	command.File
	err error // why it can't be read
}

func readEnvFiles(dir string, paths []string) (list envFiles) {
	for _, path := range paths {
		file, err := command.ReadFile(path, dir)
		list = append(list, envFile{path, file, err})
	}
	return list
}

// readable returns the files that could be read.
func (list envFiles) readable() (files []command.File) {
	for _, f := range list {
		if f.err == nil {
			files = append(files, f.File)
		}
	}
	return files
}

// vars returns the variables of one of the files.
func (list envFiles) vars(path string, get func(string) (string, bool)) ([]command.Var, error) {
	for _, f := range list {
		if f.path == path && f.err == nil {
			return f.Vars(get)
		} else if f.path == path {
			return nil, f.err
		}
	}
	return nil, nil
}

// addFiles adds the variables of these env files, in this order.
func (e Environ) addFiles(dir string, paths []string, files envFiles) error {
	for _, path := range paths {
		vars, err := files.vars(path, e.Get)
		if err != nil {
			return err
		}
		for _, v := range vars {
			e.put(v.Name, v.Value, shortPath(dir, path))
		}
	}
	return nil
}

// withEnvFiles returns conf with the assignments in its env files at this moment that decide which code runs.
func withEnvFiles(conf config.Project) config.Project {
	return conf.WithEnvFiles(readEnvFiles(conf.Dir, conf.EnvFiles()).readable())
}
