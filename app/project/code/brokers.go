package code

import (
	"regexp"
	"strings"
)

// Broker is a program that workers and caches of a project need, and that its manifests name by the client's package.
type Broker struct {
	Name     string
	Scheme   string // of its addresses, an expression
	Port     int    // on which it listens by default
	Packages func() *regexp.Regexp
	Programs []string // that run it with one option for the port
	Option   string
}

// Brokers are known by packages of Python, Node.js, Ruby, PHP, Go and Rust.
var Brokers = []Broker{
	{"redis", "rediss?|valkey", 6379, Lists("redis", `[\w-]+\[.*redis.*\]`, "django-redis", "channels[-_]redis", "rq",
		"django-rq", "arq", "ioredis", "bull", "bullmq", "sidekiq", "resque", "predis/predis",
		`github\.com/redis/go-redis/v9`, `github\.com/go-redis/redis/v8`, `github\.com/hibiken/asynq`, `.*[:>]spring-boot-starter-data-redis.*`),
		[]string{"redis-server", "valkey-server"}, ` --bind 127.0.0.1 --port $PORT --save ""`},
	{"rabbitmq", "amqps?|pyamqp", 5672, Lists("pika", "aio-pika", `[\w-]+\[.*(?:rabbitmq|amqp).*\]`, "amqplib", "amqp", "bunny",
		`github\.com/rabbitmq/amqp091-go`, `.*[:>]spring-boot-starter-amqp.*`), nil, ""},
	{"memcached", "memcached?", 11211, Lists("pymemcache", "pylibmc", "python-memcached", "memjs", "memcached", "dalli"),
		[]string{"memcached"}, " -l 127.0.0.1 -p $PORT"},
}

// Lists returns what matches a manifest that lists one of some packages, each an expression.
func Lists(packages ...string) func() *regexp.Regexp {
	return lazily(`(?im)(?:^|[\[,{])[\s"'\-:]*(?:gem ["']|require )?(?:` + strings.Join(packages, "|") +
		`)["'\s]*(?:[=<>~!;,:\[\]#@ ]|$)`)
}
