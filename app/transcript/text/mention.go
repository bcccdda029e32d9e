package text

import "devservers/app/base/words"

// Mentions reports whether a line has the word for a level only as a name: of a setting ("fatal: false"), in a list of
// translations ("error.failed = Error: not saved"), or in capitals in that of a product ("ERROR LOGGER v2", "FATAL FURY
// ROOM 3 open for players").
func Mentions(line string) bool { return mentions().MatchString(line) }

var mentions = words.Lazy(`^\s*[a-z][\w-]*: +(?:true|false|on|off|yes|no|null|none|~|0|\[\]|\{\})$|` +
	`^\s+[a-z][\w-]*: +\d+(?:\.\d+)?$|` +
	`^\s+(?:panic|fatal|critical|severe|alert): +[a-z][\w-]*$|` +
	`^\s*[a-z][\w-]*(?:\.[\w-]+)+ = \S|` +
	`^\s+[a-z][\w.-]*\.` + troubled + `: |^\s+` + troubled + `\.[\w.-]*\w{5}: |` + // files have shorter extensions
	`^\s*[A-Z]{4,9}(?: [A-Z]{5,}){1,3} (?:(?:v\d+(?:\.\d+)*|\d+(?:\.\d+)+)(?:$| - )|- an?(?: [a-z]*[a-ce-rt-z]){2,4}$)|` +
	`^\s*[A-Z]{4,9}(?: [A-Z]{4,}){1,3} (?:the|an?)(?: [a-z]+){1,4} v\d[\d.]*$|` +
	`^\s*[A-Z]{4,9}(?: [A-Z]{4,}){2,3}(?: \d+)? (?:open|ready|running|listening|online) (?:for|at|on|in|to)\b`)

const troubled = `[a-z]*(?i:error|fail|invalid|exception)\w*`
