package text

import "devservers/app/base/words"

// What messages say of the line at which they were raised: that it can't be read, or that it uses a name that is not
// known. OfNone matches messages about a value that is not there, SaysModule those of what resolves imports. Raises
// matches the name of an exception, Throws a source that raises one.
var (
	OfSyntax = words.Lazy(`(?i)\bsyntax|pars(?:e|ing) error|indentation|unexpected|unterminated`)
	OfName   = words.Lazy(`(?i)is not defined|undefined: |cannot import name|uninitialized constant|not exported|` +
		`(?:un|not )declared|(?:undefined(?: local)?|cannot find) ` +
		`(?:var|method|func|const|name|sym|ident|prop|value|type)`)
	OfNone     = words.Lazy(`\b(?:NoneType|nil|null)\b|[oO]bject has no attribute`)
	SaysModule = words.Lazy(`(?i)syntax|parse error|indentation|import|module|unexpected|undefined method`)
	Raises     = words.Lazy(`^panic|panicked at|(?:Exception|Error)\b`)
	Throws     = words.Lazy(`\b(?:throw|raise|panic!?|die)\b`)
)

// Questions matches what a program prints before it waits for an answer.
var Questions = words.Lazy(`(?i)(?:\[y/n\]|\(y(?:es/no)?\)|y/n\)?|pass(?:word|phrase)\b.*:|press (?:any key|enter|return)|` +
	`›|^\? .*\?|would you like .*\?|(?:select|enter|type 'yes') .*:|^package name: .*|blank .*\):)\W*$`)
