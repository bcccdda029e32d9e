package sayings

// Upper is a name as variables have; envName is one in any case.
const (
	Upper      = `([A-Z][A-Z0-9_]{2,100})`
	EnvName    = `([A-Za-z_][A-Za-z0-9_]{1,100})`
	BeforeName = "(?:^|[^\\w./-])(?:\\$\\{?|process\\.env\\.|env\\.)?[`'\"\\[(]*" // what stands before a name
	AfterName  = "[`'\"\\])}]*(?:[^\\w(./-]|\\.(?:\\s|$)|$)"
	UnsetBy    = `(?:not set|unset|isn't set|not defined|undefined|missing|required|mandatory|must be (?:set|provided|defined|specified|configured|present|given|supplied|non-empty|a )|` +
		`(?:must|can|may|should) ?not be (?:empty|blank|null|undefined|unset)|can't be (?:empty|blank|null)|empty|blank|not found|not provided|not specified|not configured|not present|not given|` +
		`(?:needs|has|ought) to be (?:set|provided|defined|specified|configured)|should be (?:set|provided|defined)|unbound variable|parameter (?:null or )?not set|no value|not supplied|nil)\b`
)

// Capital matches a name in capitals with an underscore, as of a variable or a setting.
var Capital = Lazily(`\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b`)
