package digest

import "testing"

func TestHealthyLinesAreNotErrors(t *testing.T) {
	for _, line := range []string{
		"src/app.go:8: failed=0 errors=0", "src/app.go:17: error rate 0.0%", "src/app.go (3:4) loaded",
		"src/app.go:9: retrying in 1s: attempt 2 of 5",
		"0 errors, 0 warnings", "error handling middleware loaded", "Could not find optional cache, using default",
		"Errors: 0", "Failed: 0, Passed: 12",
		"Unable to reach peer, retrying", "line 3 of the menu: tea", ">> ", "[1] ", "- ", "(!) ", "Errors:\n- none",
		"Issue: https://github.com/shop/shop/issues/3", "[debug] trace: at src/app.go:12:3",
		"src/app.go: 2 tests, no failures", "test_nil (test_cart.T.test_nil) ... ok",
		"2026-11-21T05:03:31.123Z INFO  shop::cart: charged order 17 in 12ms",
		"ERROR count since start: 0", "errors total in this hour: 0",
		"> Traceback (most recent call last):\n>   File \"a.py\", line 1, in <module>\n> ValueError: in a mail",
		"> ERROR not real", "Last error: none", "Último error: ninguno", "Letzter Error: keiner", "error: false", "usage: shop [-v]\n\nOptions:\n  --level L   one of\n" +
			"              error, fatal: what is shown\n  error, all  ERROR: what is shown",
		"0 Fehler, 0 Warnungen", "Anzahl Fehler: 0, Warnungen: 0", "Fehler: 0 Warnungen: 0", "0 erreur, 0 avertissement",
		"エラー 0 件、警告 0 件", "コンパイル完了 (エラー: 0、警告: 0)", "Ошибки: 0", "錯誤: 0", "Błędy: 0",
		" id | level | message\n----+-------+---------\n  1 | error | cannot open file\n(1 row)",
		"Letzter Fehler: keiner", "Keine Fehler, keine Warnungen", "Aucune erreur, aucun avertissement",
		"Ningún error, ningún aviso", "Dernière erreur : aucune",
		"Betreff: ERROR 404 - Socke nicht gefunden", "12:00:01 mail Subject: ERROR in your invoice",
		"last commits:\n  a1b2c3 fix: Error: cannot read property of undefined\n  d4e5f6 test: panic: is caught",
		"* 99aa001 Error handling for uploads\n* 0012abc Fatal: remove legacy reporter",
		"b2c3d4e fatal: remove the word from docs", "| * b2c3d4e (tag: v1) Fatal: gone",
		"## 2.3.1\n- Fixed: panic: close of closed channel\n- Error: messages now end with a period",
		" * Error: is now shown in a toast\n - fatal: reworded\n + panic: renamed", "* Error: is now a toast",
		"Neu in 2.4:\n - Fehler: Meldungen enden jetzt mit Punkt",
		"id,level,message,count\n1,error,\"Exception: foo\",0", "| ERROR | request failed | red |",
		"query { errors(level: FATAL) { message stack } }", "Current level: ERROR", "log-level: FATAL",
		"ERROR messages go to stderr, CRITICAL messages page the on-call",
		"Legend: . ok, F failed, E error, S skipped",
		"tests/a.py::test_login XFAIL (known error)              [ 75%]",
		"[chat] anna: Traceback (most recent call last): was all it said\n[chat] ben: try again :)",
		"cache: not found, using default", "auth: user not found", "E: drive mounted", "db: Connection refused, retrying",
		"2026/11/21 08:32:55 config: open none.yml: no such file or directory", "info: port 80: Permission denied",
		"Tests: 12 passed", "Tests: 0 failed, 3 passed", "user opened { code: 3, message: 'failed' }",
		"settings:\n  fatal: 3\n  fatal: false\n  panic: off\n  critical: []", "panic: off", "fatal: 0", "error: ~",
		"  error.failed = Fehler: Speichern fehlgeschlagen\n  error.title: Error: something went wrong",
		"login.failed = Error: no such user", "  upload.failed: Upload failed: file too large",
		"- `E404`: Error: page not found\n- `E500`: Exception: see the log",
		"Codes:\n1. Error: too many requests", "1. Error: too many requests", "- Error: page not found\n* Error: no access",
		"  ERROR TRACKER 3.1 - catch every exception", "ERROR LOGGER v2", "FATAL ATTRACTION - a demo shop",
		`[search] query="fatal error: out of memory" hits=12`, `[search] term="panic: runtime error" user=7`,
		`q="fatal: no tea"`, "FATAL FRAMES the game server v2.1", "FATAL FURY ROOM 3 open for players", "  panic: abort",
		"profile:\n  panic: abort\n  fatal: warn",
		"jobs: 2 failed", "saved\n    trace: on", "lint: cannot be empty", "wait: waiting for db: Connection refused",
		"accents: grave: è, acute: é", "  build: cannot open x: timeout",
		"{\"level\":\"info\",\"msg\":\"user wrote: ERROR: no tea at src/app.js:1\"}",
	} {
		if got := digestOf(line).Entries(); len(got) > 0 {
			t.Errorf("%q: %+v", line, got)
		}
	}
}

func TestCountedErrorsStay(t *testing.T) {
	for _, line := range []string{
		"bin/worker:2:in 'pay': undefined method 'total' for nil:NilClass (NoMethodError)",
		"bin/worker:2:in 'pay': no total (NoMethodError)\n\tfrom bin/worker:3:in '<main>'", "-e:1:in `x': full (IOError)",
		"panic: off\n\ngoroutine 1 [running]:\nmain.main()\n\t/srv/shop/main.go:3 +0x1d", "panic: off\nERROR no tea",
		"panic: 42\n\ngoroutine 1 [running]:\nmain.main()\n\t/srv/shop/main.go:3 +0x1d", "Error: 404", "error: no tea",
		"shop.errors: Error: no tea", "java.lang.Error: no tea", "a.js: Error: no tea",
		`msg="fatal error: out of memory" worker=2`, "FATAL could not load map1.dat", `user="Anna Lee" ERROR: no tea`,
		`[web] error="fatal error: no tea" n=2`, "ERROR QUEUE FULL a job waits", "FATAL CACHE MISS for key 3", "panic: abort",
		"ERROR REDIS the connection is lost", "ERROR HTTP WORKER not running", "  panic: no tea", "  error: timeout",
		"ERROR WORKER - connection lost", "ERROR DATABASE 12 - refused", "FATAL OUT OF MEMORY", "ERROR QUEUE - a job failed",
		"Found 2 errors:\n1. Error: too many requests", "1. ERROR no tea",
		"FEHLER: 3 Dateien fehlen", "Fehler: 0x80004005", "FEHLER: 0 Verbindungen frei", "エラー: 3 件、警告: 0",
		"FEHLER: 2 Fehler, 0 Warnungen", "FEHLER: keine Verbindung zur Datenbank", "Error: 0 bytes read from socket",
		"ERROR:  null value in column \"id\" violates not-null constraint", "Error: none of the targets exists", "7f3a9c12 web: ERROR: no tea",
		"7f3a9c12 ERROR no tea", "Found 1 error:\n  - Error: port must be a number",
		"Validation failed:\n- error: port must be a number", "- ERROR no tea",
		"building\nfalse\nmake: *** [Makefile:3: all] Error 1", "make: *** [Makefile:3 : all] Erreur 1",
		"make[1]: *** [Makefile:3: all] Fehler 1\nmake: *** [Makefile:9: sub] Fehler 2",
		"a.c:3:5: error: 'x' undeclared\nmake: *** [Makefile:3: a.o] Error 1",
		"nov. 26, 2026 6:11:42 AM J main\nGRAVE: queue is full", "SCHWERWIEGEND: Warteschlange voll",
		"Schwerwiegend: Kein Git-Repository: .git",
		"curl: (7) Failed to connect to 127.0.0.1 port 41998 after 0 ms: Couldn't connect to server",
		"Connecting to 127.0.0.1:41998... failed: Connection refused.", "shopd[12]: stock.db: Is a directory",
		"cp: cannot stat 'nope': No such file or directory", "s.sh: Zeile 2: fobar: Kommando nicht gefunden.",
		"app: shop.db: Permission non accordée", "app: shop.db : Conexión rehusada",
		"bash: ligne 1: fobarx : commande introuvable", "bash: línea 1: fobarx: orden no encontrada",
		"cp: der Aufruf von stat für 'nope' ist nicht möglich: Datei oder Verzeichnis nicht gefunden",
		"cp: no se puede efectuar `stat' sobre 'nope': No existe el fichero o el directorio",
		"tar: nope.tar : open impossible: Aucun fichier ou dossier de ce type",
		"E: No se ha podido localizar el paquete nopexyz", "Tests:       2 failed, 126 passed, 128 total\nTime: 3 s",
		"query failed { code: '42P01', message: 'relation \"x\" does not exist' }",
		"divide by zero\n    while executing\n\"expr {1/0}\"\n    invoked from within\n\"set x [expr {1/0}]\"",
		"[06:10:11] File change detected. Starting incremental compilation...\n\n" +
			"[06:10:12] Found 3 errors. Watching for file changes.",
	} {
		if got := digestOf(line).Entries(); len(got) != 1 {
			t.Errorf("%q: %+v", line, got)
		}
	}
}
