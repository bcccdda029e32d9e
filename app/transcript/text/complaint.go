package text

import (
	"sync"

	"devservers/app/base/words"
)

// Words with which programs say that something is wrong, in lower case. This is the only list of them. A word is
// found within longer ones: "KeyError", "redefined".
var (
	complaining = lazyVocabulary("error", "exception", "fail", "fatal", "panic", "cannot", "can not", "can't", "could not",
		"couldn't", "unable", "invalid", "not valid", "illegal", "malformed", "mismatch", "incompatible", "syntax", "bad ",
		"unexpected", "expected", "unknown", "unrecogni", "unsupported", "not supported", "not allowed",
		"not found", "no such", "does not exist", "doesn't exist", "missing", "undefined", "not defined", "undeclared",
		"unresolved", "unbound", "uninitialized", "redefin", "duplicate", "ambiguous", "unused", "unreachable",
		"unterminated",
		"end-of-", "no method", "no function", "too many", "too few", "attempt to", "refused", "denied", "fehlgeschlagen",
		"nicht gefunden", "konnte nicht", "kann nicht", "introuvable", "impossible d", "no encontrad", "no se p",
		"no se ha p")
	// refusing also occur when all is well.
	refusing = lazyVocabulary("not ", "n't ", "no ", "must ", "violat", "forbidden", "already", "timed out", "too ",
		"conflict",
		"corrupt", "abort", "wrong", "outside", "misspelled", "dubious", "possible ")
	// coping say that the program does without, or tries again.
	coping = lazyVocabulary("retry", "retries", "try again", "trying", "fall back", "falls back", "falling back",
		"fallback",
		"default", "skip", "continuing", "instead", "ignor", "optional", "using", "assuming", "deprecat", "disabled",
		"waiting")
)

// Complains reports whether a text has a word for something wrong, other than in a count of nothing: "0 errors".
func Complains(s string) bool { return complaining().in(s) && !CountsNone(s) }

// Refuses reports whether a text has a word of a refusal: one that also occurs when all is well.
func Refuses(s string) bool { return refusing().in(s + " ") }

// Copes reports whether a text says that the program does without what it lacks, or tries again.
func Copes(s string) bool { return coping().in(s) }

// Handles reports whether a clause of a text says that the program did without what the text is about: "no cache, using
// default", "stats.json not found (ignored)".
func Handles(s string) bool { return handled().MatchString(s) }

var handled = words.Lazy(`(?i)(?:(?:[-–—;,] |\()[^-–—:;,()\d]{0,30}?\b|^\W*)(?:fall(?:s|ing) back|fallback to|` +
	`ignor(?:ed|ing)\b|skipp(?:ed|ing)(?:[^\w.]|$)|continuing|disabled\b|using (?:an? |the |its )?(?:built-?in|default)|` +
	`(?:verwende|nutze) |fahre fort|deaktiviert|ignorier|standardwert|par défaut|ignoré|désactivé|por defecto|` +
	`ignora[dt]|omiti|desactivad|predefinit|padrão|desativad)|` +
	`[,–—-]\s+(?:using|übersprungen|überspringe|on continue|poursuite|continuando) ?|` +
	`スキップ|無視|既定値|続行|跳过|忽略|默认|건너|기본값`)

// Supposes reports whether a text is about what might be or what a message means, and no observation: "If you see x".
func Supposes(s string) bool { return supposed().MatchString(s) }

var supposed = words.Lazy(`(?i)^\W*(?:(?:tip|hint|tipp|hinweis|beispiel|astuce|ex[ae]mple|consejo|ejemplo|esempio|dica|` +
	`ヒント|例|提示)\s*[:：]|(?:if|when|whenever|wenn|falls|si|quand|cuando|quando) )|["'\x60»”’] (?:means|bedeutet|` +
	`heißt|signifie|significa)\b`)

// CountsNone reports whether a text counts what didn't happen, and says nothing else that is wrong: "0 errors",
// "failed=0", "Fehler: 0", "Último error: ninguno".
func CountsNone(s string) bool {
	rest := none().ReplaceAllString(s, "")
	return rest != s && !complaining().in(rest) && !elsewhere().MatchString(rest)
}

// none matches such a count: its number stands before it, or behind it and nothing counted follows.
var none = words.Lazy(`(?i)(?:\b(?:no|zero|without|keine?|ohne|aucune?|sans|sin|ning(?:ún|una?)|nessuna?|senza|nenhuma?|sem|` +
	`geen|zonder|ingen) |(?:^|[^\d.,])0\s?)(?:\w+ )?(?:` + counted + `\b|` + foreign + `)|` +
	`(?:(?:\b|_)(?:error rate|` + counted + `)|` + foreign + `)(?: ?[:=] ?-|\W{0,3}(?:0(?:[.,]0+)?|` + nothing + `))` +
	`(?:\s*(?:$|[%,;.)}|）、。件個个])|\s+\pL+ ?(?:[:：=]|\d))|` +
	`\b` + counted + ` (?:count|total)\b[^:=]{0,30}[:=] ?0\s*$|` + nominal)

// elsewhere matches words for errors in other languages than English.
var elsewhere = words.Lazy(`(?i)` + foreign)

const foreign = `(?:fehler|erreurs?|échecs?|errores|fallos?|errori|erros|falhas?|fouten|błęd(?:ów|y)|ошиб(?:ок|ки)|` +
	`エラー|错误|錯誤|오류)`

// nominal matches an error that is part of a name, not one that happened: "error handler", "error templates".
const nominal = `\berrors? (?:handl\w+|pages?|templates?|boundar\w+|middleware|reporting|tracking|codes?|rates?|views?|` +
	`messages|lines|logs|entries)\b`

const counted = `(?:err(?:ors?|or?es|o)|fail(?:ed|ures?)|warnings?|problems?|exceptions?)`

// nothing are words for none, as values: of programs, then of people.
const nothing = `n/a|null|nil|none|false|never|ningun[oa]|nunca|nenhum|nessun[oa]?|keine?r?|aucune?|geen|ingen|` +
	`brak|yok|нет|なし|无|無|없음`

// Announces reports whether a text begins with a sentence about what could not be done: "Cannot open shop.db".
func Announces(s string) bool { return announcement().MatchString(s) }

var announcement = words.Lazy(`(?i)^(?:` + announced + `|failed (?:test|assertion|check|expectation)\b)`)

const announced = `(?:failed|unable) to \w|(?:you )?(?:cannot|can't|could not|couldn't) \w|` +
	`k(?:ann|onnte) nicht \w|impossible d(?:e |['’])\w|no se (?:pued[eo]|pudo|ha podido) \w`

// IsUsage reports whether a line explains how to use a program.
func IsUsage(line string) bool { return usage().MatchString(line) }

var usage = words.Lazy(`(?i)^\s*(?:usage\b|try [^,]{0,60}(?:--?h(?:elp)?|\bhelp)\b)|--help|for more (?:information|details)`)

// vocabulary are words by their first two letters.
type vocabulary [26 * 32][]string

// lazyVocabulary returns a function that makes it at its first call: most processes need none.
func lazyVocabulary(list ...string) func() *vocabulary {
	return sync.OnceValue(func() *vocabulary {
		v := &vocabulary{}
		for _, w := range list {
			i := pairAt(w)
			v[i] = append(v[i], w)
		}
		return v
	})
}

// pairAt returns the index of what begins with two bytes, in capitals or not.
func pairAt(s string) int { return int((s[0]|0x20)-'a')*32 + int(s[1]&31) }

// in reports whether s has one of the words.
func (v *vocabulary) in(s string) bool {
	for i := range max(0, len(s)-1) {
		if c := s[i] | 0x20; c < 'a' || c > 'z' {
			continue
		}
		for _, w := range v[pairAt(s[i:])] {
			if len(s)-i >= len(w) && foldedEqual(s[i:i+len(w)], w) {
				return true
			}
		}
	}
	return false
}

// foldedEqual reports whether s in small letters is w.
func foldedEqual(s, w string) bool {
	for i := range len(w) {
		c := s[i]
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		if c != w[i] {
			return false
		}
	}
	return true
}
