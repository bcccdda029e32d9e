package text

import "testing"

func TestComplaintsAreTold(t *testing.T) {
	for line, want := range map[string][3]bool{ // complains, refuses, copes
		"KeyError: 'tea'":                       {true, false, false},
		"CANNOT open shop.db":                   {true, true, false},
		"0 errors, 0 warnings":                  {false, false, false},
		"failed=0 errors=0":                     {false, false, false},
		"error rate 0.0%":                       {false, false, false},
		"Last error: none":                      {false, false, false},
		"Último error: ninguno":                 {false, true, false},
		"Último erro: nenhum":                   {false, false, false},
		"Последняя error: нет":                  {false, false, false},
		"last_error=null":                       {false, false, false},
		"Last error: -":                         {false, false, false},
		"Last error: nullable column":           {true, false, false},
		"error: -1":                             {true, false, false},
		"0 errors, 2 failed":                    {true, false, false},
		"database is already in use":            {false, true, false},
		"Could not find a cache, using default": {true, true, true},
		"listening on 8080":                     {false, false, false},
		"":                                      {false, false, false},
		"é":                                     {false, false, false},
	} {
		if got := [3]bool{Complains(line), Refuses(line), Copes(line)}; got != want {
			t.Errorf("%q: %v, want %v", line, got, want)
		}
	}
}

func TestHandledAndSupposedAreTold(t *testing.T) {
	for line, want := range map[string][2]bool{ // handles, supposes
		"No module named 'uvloop' - falling back to asyncio":       {true, false},
		"open 'stats.json' (ignored)":                              {true, false},
		".env.local not found, skipping":                           {true, false},
		"connection refused (metrics disabled)":                    {true, false},
		"orjson not installed, using json":                         {true, false},
		"no theme, using default":                                  {true, false},
		"Datei fehlt, wird ignoriert":                              {true, false},
		"fichier introuvable, ignoré":                              {true, false},
		"設定ファイルがありません。既定値を使います":                                    {true, false},
		"Access denied for user 'a'@'b' (using password: YES)":     {false, false},
		"Error: registration is disabled":                          {false, false},
		"1 failed, 2 skipped":                                      {false, false},
		"could not open skipped.txt":                               {false, false},
		"require is not defined, you can use import instead":       {false, false},
		"tip: if you see EADDRINUSE, port 80 is already in use":    {false, true},
		"If you see x, y is missing":                               {false, true},
		"'Cannot find module x' means that npm install is missing": {false, true},
		"Wenn der Port belegt ist, wähle einen anderen":            {false, true},
		"Error: if needs a condition":                              {false, false},
		"Cannot find module 'x'":                                   {false, false},
	} {
		if got := [2]bool{Handles(line), Supposes(line)}; got != want {
			t.Errorf("%q: %v, want %v", line, got, want)
		}
	}
}

func FuzzComplains(f *testing.F) {
	f.Add("Could not \xff open: no errors")
	f.Fuzz(func(_ *testing.T, line string) {
		Complains(line)
		Refuses(line)
		IsUsage(line)
	})
}
