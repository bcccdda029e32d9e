package why

import "devservers/app/reading/why/finders"

// notSet matches what is said of a key that is missing: none that is there is refused.
const notSet = `(?i)is (?:not (?:defined|set)|undefined|missing|required)`

var aboutSettings = []wording{
	{to: finders.Variable, unless: `(?i)env access`, expr: `\b(?P<name>[A-Z][A-Z0-9]*_[A-Z0-9_]+)\b`,
		sample: "Error: Missing required environment variable: STRIPE_KEY"},
	{to: finders.Variable, expr: `(?i:\benv|variable|secret|setting|\$).*\b(?P<name>[A-Z][A-Z0-9]{3,})\b`,
		sample: "the variable DSN5 must be set"},
	{to: finders.Variable, expr: `(?i)environment variable[^A-Za-z]*(?P<name>[A-Za-z_]\w+)`,
		sample: "missing environment variable: `shop_key`"},
	{to: finders.Variable, expr: `^\s{0,2}(?P<name>[A-Za-z_][A-Za-z0-9_]{1,60})$`, sample: "stripe_key"},
	{to: finders.Variable, unless: `not found`, expr: `^\S+: (?:line )?\d+: (?P<name>[A-Za-z_]\w*): `,
		sample: "./run.sh: 4: QUEUE: set the queue in .env"},
	{to: finders.Variable, of: "SECRET_KEY_BASE", expr: "Missing `secret_key_base`",
		sample: "ArgumentError: Missing `secret_key_base` for 'production' environment"},
	{to: finders.Variable, of: "SECRET_KEY_BASE", expr: `environment variable SECRET_KEY_BASE is missing`,
		sample: "** (RuntimeError) environment variable SECRET_KEY_BASE is missing."},
	{to: finders.Variable, of: "DJANGO_SETTINGS_MODULE", expr: `must either define the environment variable ` +
		`DJANGO_SETTINGS_MODULE`,
		sample: "You must either define the environment variable DJANGO_SETTINGS_MODULE or call settings.configure()"},
	{to: finders.Variable, of: "APP_KEY", expr: `No application encryption key has been specified`,
		sample: "RuntimeException: No application encryption key has been specified."},
	{to: finders.Variable, of: "RAILS_MASTER_KEY", expr: `Missing encryption key to decrypt`,
		sample: "Missing encryption key to decrypt file with. Ask your team for your master key"},
	{to: finders.Variable,
		expr: `(?i)\b(?:undefined|null|None(?:Type)?|nil|NaN|empty|unset|blank|no implicit conversion)\b|must (?:have ` +
			`a value|be a string)|parsing ""|base 10: ''`,
		sample: "TypeError: int() argument must be a string, a bytes-like object or a real number, not 'NoneType'"},
	{to: finders.Value, expr: `(?i)\binvalid\b|not (?:a |an )?(?:valid|known|recogni[sz]ed|supported|allowed)|` +
		`\bpars(?:e|ing)\b|malformed|unsupported|unterminated|could not convert|illegal|expect(?:ed|ing)`,
		sample: `strconv.Atoi: parsing "four": invalid syntax`},
	{to: finders.Value, expr: `(?i)invalid[^"']*["'](?P<value>[^"']{3,200})["']|input: '(?P<value>[^']{3,200})'`,
		sample: "  input: 'api.example.com/v1'"},
	{to: finders.Option, unless: notSet,
		expr: "(?i)\\b(?:unrecogni[sz]ed|unknown|invalid|illegal|unexpected|unsupported|bad) (?:[\\w-]+ " +
			"){0,3}?(?:option|flag|argument|directive|field|key|setting|property|" +
			"param)\\w*\\W{0,6}(?P<option>[\\w@./:+=-]{2,80})",
		sample: "error: unrecognized arguments: --wrokers"},
	{to: finders.Option, unless: notSet,
		expr: "(?i)\\b(?:unrecogni[sz]ed|unknown|invalid|no such|bad)\\s+(?:[\\w-]+ ){0,2}?(?:command|subcommand|" +
			"switch|variable|level|value|choice)s?\\W{0,6}(?:for |in |of )?(?P<option>[\\w@./:+=-]{2,80})",
		sample: `Error: unknown command "srve" for "hugo"`},
	{to: finders.Option, unless: notSet,
		expr: "(?i)[\"'`\u2018\u201c](?P<option>[\\w@./:+=-]{2,80})[\"'`\u2019\u201d]? is (?:not one of|not a valid|" +
			"not a known|an (?:invalid|unknown)|not (?:valid|allowed|supported|recogni[sz]ed))",
		sample: `'tarce' is not a valid log level`},
	{to: finders.Option, unless: notSet,
		expr: `(?i)(?:not defined|not found, node|not found in type|unrecognized directive|bad option|unknown option|` +
			`invalid option)\W{1,4}(?P<option>[\w@./:=-]{2,80})`,
		sample: "flag provided but not defined: -prot"},
	{to: finders.Option, unless: notSet, expr: `field (?P<option>\w+) not found in type|` +
		`(?P<option>--?[a-z][\w-]+)['"]? (?:is|was) (?:not|un|in)`,
		sample: "yaml: unmarshal errors: line 3: field portt not found in type main.Config"},
	{to: finders.Option, unless: notSet, expr: `(?i)(?:invalid|unknown|unrecogni[sz]ed|bad|unsupported|` +
		`illegal)\b.*?(?P<option>--[a-z][\w-]+)`,
		sample: "Error: unsupported use of --inspectt"},
	{to: finders.Option, unless: `\*\*\*`, expr: `(?P<file>[\w@./+-]*(?:\.(?:conf|cnf|cfg|ini|toml|ya?ml|properties|` +
		`hcl)|file)):(?P<line>\d+)`,
		sample: "Error: adapting config using caddyfile: Caddyfile:4: unrecognized directive: revers_proxy"},
	{to: finders.Option, expr: `(?i)(?:file )?["']?(?P<file>[\w@./+-]*\.(?:conf|cnf|cfg|ini|toml|ya?ml|properties|hcl|` +
		`txt))["']?,? (?:at |on )?line:? (?P<line>\d+)`,
		sample: `FATAL:  configuration file "/srv/shop/data/postgresql.conf" line 3`},
	{to: finders.Option, expr: `(?i)conf(?:ig(?:uration)?)?.*\bline:? (?P<line>\d+)|Reading the configuration file, ` +
		`at line (?P<line>\d+)`, sample: "Reading the configuration file, at line 2"},
	{to: finders.Option, unless: `(?i)no (?:module|such)`,
		expr:   `(?i)\bno (?:\w+ ){0,3}(?:with the|named|called) ["'](?P<option>[\w.:-]{2,80})["']`,
		sample: `CommandError: There is no system check with the "no_such_tag" tag.`},
}

var aboutData = []wording{
	{to: finders.Data, of: "json", expr: `^\w*Error: (?:Expect|Unexpected|Invalid)|Expecting (?:value|property|',')`,
		sample: "SyntaxError: Unexpected token } in JSON at position 20"},
	{to: finders.Data, of: "toml", expr: `(?i)toml`,
		sample: "tomllib.TOMLDecodeError: Invalid value (at line 2, column 8)"},
	{to: finders.Data, of: "yaml", expr: `(?i)ya?ml|mapping values|could not find expected|did not find expected`,
		sample: "yaml.scanner.ScannerError: mapping values are not allowed here"},
	{to: finders.Data, of: "xml", expr: `(?i)\bxml\b|SAXParse|not well-formed`,
		sample: "xml.etree.ElementTree.ParseError: not well-formed (invalid token): line 3, column 4"},
	{to: finders.Content,
		expr: `(?i)utf-?(?:8|16)|codec|byte (?:sequence|order)|\bBOM\b|U\+(?:00A0|FEFF|20)|null byte|invalid (?:byte|` +
			`start byte)|illegal character|\bstray\b|Invalid or unexpected token|non-printable`,
		sample: "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xe9 in position 3: invalid continuation byte"},
	{to: finders.Content,
		expr: `(?i)not a (?:database|zip|valid (?:image|archive|model))|magic|bad header|invalid header|encrypted or ` +
			`is not|\bPEM\b|X509|no start line|asn1`,
		sample: "sqlite3.DatabaseError: file is not a database"},
	{to: finders.Content, expr: `(?i)syntax ?error|unexpected token|parse error`, sample: "SyntaxError: invalid syntax"},
}
