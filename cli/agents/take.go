package agents

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/tailscale/hujson"

	"devservers/app/base/words"
)

// Written returns the client's files that contain something that Put or PutHooks wrote: its configuration, the file of
// its hooks, and backups of both.
func (c Client) Written(getenv func(string) string) (files []string) {
	names := []string{c.File(getenv)}
	if c.HasHooks() {
		names = append(names, c.HookFile(getenv))
	}
	for _, name := range slices.Compact(names) {
		if data, _, err := readConfig(name); err == nil && c.mentions(data) {
			files = append(files, name)
		}
		if backup := target(name) + backupSuffix; exists(backup) {
			files = append(files, backup)
		}
	}
	return files
}

// mentions reports whether a file has our entry or one of our hooks.
func (c Client) mentions(data []byte) bool {
	after, err := c.without(data)
	return err != nil && bytes.Contains(data, []byte(serverName)) || err == nil && !bytes.Equal(data, after)
}

// Take removes our entry and our hooks from a file that Written returned; all else stays. A file in which nothing else
// is, and a backup, are removed; the target of a link stays, and so does the backup of a file that still has the entry.
func (c Client) Take(file string) error {
	name, backup := strings.CutSuffix(file, backupSuffix)
	data, mode, err := readConfig(name)
	if err != nil {
		return err
	}
	if backup {
		if c.mentions(data) {
			return errors.New("it stays, as the file still has the entry")
		}
		return os.Remove(file)
	}
	after, err := c.without(data)
	if err != nil {
		return err
	}
	if isLink(file) || !(len(bytes.TrimSpace(after)) == 0 || onlyVersion().Match(after)) {
		return writeMode(target(file), after, mode)
	}
	return os.Remove(file)
}

func isLink(file string) bool {
	info, err := os.Lstat(file)
	return err == nil && info.Mode().Type() == os.ModeSymlink
}

// onlyVersion matches a file of hooks without any, as install creates it where none is.
var onlyVersion = words.Lazy(`^\s*\{\s*("version"\s*:\s*1\s*,?)?\s*\}\s*$`)

// without returns a file without our entry and hooks, and without the objects in which nothing else is.
func (c Client) without(file []byte) ([]byte, error) {
	if c.put != nil && !bytes.HasPrefix(bytes.TrimSpace(file), []byte("{")) {
		return c.withoutText(file)
	}
	root, err := parseJSON(bytes.TrimPrefix(file, byteOrderMark))
	if err != nil {
		return nil, err
	}
	before, err := plainAll(root)
	if err != nil {
		return nil, err
	}
	list := c.ours(before)
	for _, at := range list {
		if err := removeUp(&root, at); err != nil {
			return nil, err
		}
	}
	if len(list) == 0 {
		return file, nil
	}
	return root.Pack(), nil
}

// removeUp removes a value, and the objects and lists around it in which nothing else is.
func removeUp(root *hujson.Value, at string) error {
	for {
		if err := patch(root, "remove", at, nil); err != nil {
			return err
		}
		if at = path.Dir(at); at == "/" {
			return nil
		}
		around := root.Find(at)
		if around == nil {
			return nil
		}
		switch v := around.Value.(type) {
		case *hujson.Object:
			if len(v.Members) > 0 {
				return nil
			}
		case *hujson.Array:
			if len(v.Elements) > 0 {
				return nil
			}
		}
	}
}

// ours returns the paths of what is ours in a file, the last of a list first.
func (c Client) ours(all map[string]any) (paths []string) {
	at := "/" + c.section
	section, _ := all[c.section].(map[string]any)
	if newer, ok := section[c.newer].(map[string]any); ok && newer[serverName] != nil {
		paths = append(paths, at+"/"+c.newer+"/"+serverName)
	}
	if section[serverName] != nil {
		paths = append(paths, at+"/"+serverName)
	}
	events, _ := all["hooks"].(map[string]any)
	for event, list := range events {
		l, _ := list.([]any)
		for i := len(l) - 1; i >= 0; i-- {
			if isOurHook(l[i]) {
				paths = append(paths, "/hooks/"+event+"/"+strconv.Itoa(i))
			}
		}
	}
	return paths
}

// withoutText removes the member of a YAML file, or the table of a TOML file.
func (c Client) withoutText(file []byte) ([]byte, error) {
	if !strings.HasSuffix(c.file(dirs{os.Getenv}), ".toml") {
		return takeYAML(file, c.section, serverName)
	}
	before, err := parseTOML(file)
	if err != nil {
		return nil, fmt.Errorf("it is not TOML: %w", err)
	}
	old := tableAt(before, c.section, serverName)
	if old == nil {
		return file, nil
	}
	text, found := replaceTable(string(file), c.section, serverName, func(string) string { return "" })
	if !found {
		return nil, errors.New("it is not written as a table")
	}
	text = withoutTables(text, c.section+"."+serverName, old, nil)
	after, err := parseTOML([]byte(text))
	if path := []string{c.section}; err == nil {
		err = sameElse(drop(before, path, serverName), drop(after, path, serverName), nil)
	}
	return []byte(strings.TrimRight(text, "\n") + "\n"), err
}
