package text

import "devservers/app/base/words"

// Reports reports whether a text is what a program says under its name when something was refused: "cp: a.txt: No such
// file or directory", "curl: (7) Failed to connect to shop: timeout".
func Reports(s string) bool {
	return MayReport(s) && !Copes(s) && (systemSays().MatchString(s) || programSays().MatchString(s) ||
		testsFailed().MatchString(s) || isInspected(s))
}

// testsFailed matches how many tests failed: "Tests: 2 failed, 126 passed".
var testsFailed = words.Lazy(`(?i)^(?:tests?:?|test \w+:?|suites:?)? *[1-9]\d* failed\b.{0,40}\b\d+ passed`)

// isInspected reports whether a text is a complaint, and an error as an object behind it: "query failed { code: 'X' }".
func isInspected(s string) bool {
	at := inspected().FindStringIndex(s)
	return at != nil && Complains(s[:at[0]])
}

var inspected = words.Lazy(` \{ (?:[^{}]*, )?(?:code|errno|message|error): [^{}]* \}$`)

// MayReport reports whether a text has a word of what Reports looks for.
func MayReport(s string) bool { return refused().in(s) || Complains(s) }

var refused = lazyVocabulary("not permitted", "reset by", "in use", "busy", "no space", "a directory", "read-only",
	"format error", "output error", "no route", "unreachable", "not known", "keine berecht", "abgelehnt", "verwendet",
	"aucun fichier", "permi", "refus", "inconnue", "utilis", "no existe", "conexi", "usando", "non esist", "connessione",
	"non trovato", "inexistente", "conex", "encontrad")

// programSays matches a name, what could not be done, and why; systemSays a name, whatever, and a text of the system
// or the shell in one of the languages of the vocabulary.
var (
	programSays = words.Lazy(`(?i)` + programName + `(?:\(\d+\) )?(?:` + announced + `).*: \S`)
	systemSays  = words.Lazy(`(?i)` + programName + `(?:.*[:'»”’] ?)?(?:` +
		`no such file or directory|(?:permission|access) denied|operation not permitted|connection (?:refused|reset by peer)|` +
		`(?:address|device or resource|text file) (?:already in use|busy)|no space left on device|(?:is|not) a directory|` +
		`read-only file system|too many open files|exec format error|input/output error|cannot allocate memory|` +
		`no route to host|network is unreachable|name or service not known|command not found|` +
		`datei oder verzeichnis nicht gefunden|keine berechtigung|(?:kommando|befehl) nicht gefunden|` +
		`verbindungsaufbau abgelehnt|die adresse wird bereits verwendet|` +
		`aucun fichier ou dossier de ce type|permission non accordée|conn?exi[oó]n (?:refusée|rehusada|rechazada)|` +
		`commande (?:introuvable|inconnue)|adresse déjà utilisée|` +
		`no existe el (?:fichero|archivo) o el directorio|permiso denegado|` +
		`orden no encontrada|la dirección ya se está usando|` +
		`file o directory non esistente|permesso negato|connessione rifiutata|` +
		`arquivo ou diretório (?:inexistente|não encontrado)|permissão (?:recusada|negada)|conexão recusada|` +
		`coman\w+ (?:non trovato|não encontrado))[.)]?$`)
)

const programName = `^(?:[\w.+/-]{1,40}(?:\[\d+\])?|.{0,120}\.\.\. ?failed): `
