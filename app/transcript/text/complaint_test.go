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

func FuzzComplains(f *testing.F) {
	f.Add("Could not \xff open: no errors")
	f.Fuzz(func(_ *testing.T, line string) {
		Complains(line)
		Refuses(line)
		IsUsage(line)
	})
}
