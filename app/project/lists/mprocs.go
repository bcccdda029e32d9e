package lists

// Mprocs reads mprocs.yaml.
func Mprocs(dir string) (List, bool) {
	name, content := first(dir, "mprocs.yaml", "mprocs.yml", "mprocs.json")
	l := List{File: name}
	procs := parse(content).at("procs")
	for _, n := range procs.names() {
		p := procs.at(n)
		entry := Listed{Name: n, From: name + ": procs." + n}
		if p == nil { // the short form: the command alone, as text or as words
			entry.Line = procs.text(n)
			if entry.Line == "" {
				entry.Argv = procs.list(n)
			}
		} else {
			entry.Line, entry.Argv, entry.Dir, entry.Env = p.text("shell"), p.list("cmd"), p.text("cwd"), p.variables("env")
		}
		if entry.Line != "" || len(entry.Argv) > 0 {
			l.Processes = append(l.Processes, entry)
		}
	}
	return l, len(l.Processes) > 0
}
