package why

import "devservers/app/reading/why/finders"

// answered matches what a server has said that was reached, and what is said of a port on which one listens oneself.
const answered = `(?i)\bFATAL\b|SQLSTATE [^0]|authenticat|password|too many|denied|\bbind|\blisten|EADDRINUSE|` +
	`in use\b|lock file`

var aboutServices = []wording{
	{to: finders.Service, unless: answered, expr: `(?:ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH) (?P<host>[\w.-]+|` +
		`\[?[0-9a-f:]+\]?):(?P<port>\d{1,5})\b`,
		sample: "Error: connect ECONNREFUSED 127.0.0.1:5432"},
	{to: finders.Service, unless: answered, expr: `(?i)dial tcp (?P<host>[\w.-]+|\[[0-9a-f:]+\]):(?P<port>\d{1,5}): ` +
		`.*(?:refused|timeout)`,
		sample: "dial tcp [::1]:5432: connect: connection refused"},
	{to: finders.Service, unless: answered,
		expr: `(?i)(?:to|at|on|@|//|\()(?: server at)? ?"?(?P<host>localhost|[\w-]+(?:\.[\w-]+)*|\[?::1\]?)"?(?: ` +
			`\([\d.:]+\))?(?::|,? port )(?P<port>\d{2,5})\b.*(?:refused|failed|unreachable|time)`,
		sample: `connection to server at "localhost" (127.0.0.1), port 5432 failed: Connection refused`},
	{to: finders.Service, unless: answered,
		expr: `(?i)(?:can ?not|can.t|could not|couldn.t|unable to|failed to|error|fail(?:ed|ure)?) (?:to )?(?:connect|` +
			`reach|contact|dial)\w*\b.*?(?P<host>\d+(?:\.\d+){3}|[\w-]+(?:\.[\w-]+)*):(?P<port>\d{2,5})\b`,
		sample: "consumer: Cannot connect to redis://localhost:6379/0: Error 111 connecting to localhost:6379."},
	{to: finders.Service, unless: answered, expr: `(?i)(?:waiting (?:for|on|until)|timed out waiting ` +
		`for)\W.*?(?P<host>localhost|\d+(?:\.\d+){3}):(?P<port>\d{2,5})\b`,
		sample: "Timed out waiting for: tcp:localhost:31408"},
	{to: finders.Service, unless: answered, expr: `(?i)(?P<host>localhost|` +
		`\d+(?:\.\d+){3}):(?P<port>\d{2,5})\b.*(?:connection refused|econnrefused|no response|unreachable)`,
		sample: "tcp connect (localhost:5499): connection refused - :econnrefused"},
	{to: finders.Service, unless: answered,
		expr: `(?i)ECONNREFUSED|connection refused|actively refused|Errno 111|os error 111|\(111\b|communications link ` +
			`failure|no reachable servers|Verbindung verweigert`,
		sample: "requests.exceptions.ConnectionError: [Errno 111] Connection refused"},
	{to: finders.Service, of: "Redis", unless: answered, expr: `(?i)redis.*(?:refused|connect)|sidekiq.*refused`,
		sample: "redis.exceptions.ConnectionError: Error 111 connecting to redis. Connection refused."},
	{to: finders.Service, of: "PostgreSQL", unless: answered, expr: `(?i)(?:postgres|psycopg|pgsql|libpq|` +
		`\bPG::).*(?:refused|connect|running|unavailable)`,
		sample: "PG::ConnectionBad: could not connect to server: Connection refused"},
	{to: finders.Service, of: "MySQL", unless: answered, expr: `(?i)(?:mysql|mariadb|SQLSTATE\[HY000\] ` +
		`\[2002\]).*(?:refused|can't connect|not connect)`,
		sample: "SQLSTATE[HY000] [2002] Connection refused"},
	{to: finders.Service, of: "MongoDB", unless: answered, expr: `(?i)mongo.*(?:refused|connect|ServerSelection)|` +
		`ServerSelection`,
		sample: "MongooseServerSelectionError: connect ECONNREFUSED ::1:27017"},
	{to: finders.Service, of: "RabbitMQ", unless: answered, expr: `(?i)(?:rabbit|amqp).*(?:refused|connect|closed)`,
		sample: "AMQPConnectionError: amqp connection refused"},
	{to: finders.Service, of: "Kafka", unless: answered, expr: `(?i)kafka.*(?:refused|connect)|NoBrokers|broker(?:s)? ` +
		`(?:may not be )?(?:available|down)`,
		sample: "kafka.errors.NoBrokersAvailable: NoBrokersAvailable"},
	{to: finders.Service, of: "Elasticsearch", unless: answered, expr: `(?i)(?:elastic|opensearch).*(?:refused|connect)`,
		sample: "ConnectionError: elasticsearch connection refused"},
	{to: finders.Service, of: "NATS", unless: answered, expr: `nats: no servers available`,
		sample: "nats: no servers available for connection"},
	{to: finders.Service, unless: answered,
		expr: `(?:connect|socket|dial).*?(?P<socket>/[\w@./+-]+(?:\.sock(?:et)?|\.s\.PGSQL\.\d+))\b.*(?:No such file|` +
			`refused|failed|ENOENT|\((?:2|111)\)$)|connect ENOENT (?P<socket>/\S+)`,
		sample: `connection to server on socket "/var/run/postgresql/.s.PGSQL.5999" failed: No such file or directory`},
	{to: finders.Host, expr: `(?:ENOTFOUND|EAI_AGAIN|lookup|host name|UnknownHostException:|resolve host:?|hostname:?|` +
		`no such host:?|found in upstream) "?(?P<host>[\w-]+(?:\.[\w-]+)*)`,
		sample: "Error: getaddrinfo ENOTFOUND db"},
	{to: finders.Host, expr: `(?i)["'(@/ ](?P<host>[a-z][\w-]*(?:\.[\w-]+)*)["')]?(?::\d+)?[^\w].*(?:name or service ` +
		`not known|name resolution|not known|nodename nor servname|nxdomain|no such host|not resolve)`,
		sample: "redis.exceptions.ConnectionError: Error -2 connecting to cache:6379. Name or service not known."},
	{to: finders.Migration, lasting: true, expr: `You have (?P<count>\d+) unapplied migration`,
		sample: "You have 18 unapplied migration(s). Your project may not work properly until you apply the migrations"},
	{to: finders.Migration, expr: `(?:no such table: |relation "|[Tt]able ['\x60])(?P<table>[\w.]+)(?:$|" does not ` +
		`exist|' doesn't exist|\x60 does not exist)`,
		sample: "django.db.utils.OperationalError: no such table: shop_order"},
	{to: finders.Migration, expr: `(?i)(?:no such|has no|unknown) column(?: named)?:? ['"]?(?:\w+\.)?(?P<column>\w+)|` +
		`column "?(?:\w+\.)?(?P<column>\w+)"? (?:of relation "\w+" )?does not exist`,
		sample: "sqlite3.OperationalError: no such column: catalog_product.sku"},
	{to: finders.Migration,
		expr: `(?i)PendingMigration|target database is not up to date|(?:pending|unapplied|outstanding) (?:\w+ ` +
			`){0,2}migrations?|migrations? (?:are|is) pending|not (?:been )?migrated`,
		sample: "ActiveRecord::PendingMigrationError: Migrations are pending."},
	{to: finders.Migration, expr: `(?i)schema[\w\s:'".()-]{0,40}(?:out of date|outdated|behind|not up[ -]to[ -]date|` +
		`mismatch)|run (?:the |your |pending |database )*migrations?\b`,
		sample: "database schema is out of date: run the migrations"},
}

var aboutSystem = []wording{
	{to: finders.Disk, expr: `(?i)ENOSPC: no space|no space left on device|disk full|disk quota|EDQUOT|Errno 28\]|os ` +
		`error 28\b`, sample: "OSError: [Errno 28] No space left on device"},
	{to: finders.Watches, expr: `(?i)number of file watchers|inotify.*(?:limit|no space|too many)|OS file watch limit|` +
		`ENOSPC.*watch`,
		sample: "Error: ENOSPC: System limit for number of file watchers reached, watch '/srv/shop'"},
	{to: finders.Memory, of: "node", expr: `JavaScript heap out of memory`,
		sample: "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory"},
	{to: finders.Memory, of: "python", expr: `^MemoryError|numpy.*Unable to allocate`, sample: "MemoryError"},
}
