package code

import "regexp"

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
	{"redis", "rediss?|valkey", 6379, lazily(`(?im)(?:^|[\[,])[\s"'\-]*(?:gem ["'])?(?:redis|celery\[.*redis.*\]|django-redis|channels[-_]redis|rq|django-rq|arq|huey|ioredis|bull|bullmq|sidekiq|resque|predis/predis|github\.com/redis/go-redis/v9|github\.com/go-redis/redis/v8|github\.com/hibiken/asynq)["'\s]*(?:[=<>~!;,:\[\]#@ ]|$)`),
		[]string{"redis-server", "valkey-server"}, " --port $PORT --save \"\""},
	{"rabbitmq", "amqps?|pyamqp", 5672, lazily(`(?im)(?:^|[\[,])[\s"'\-]*(?:gem ["'])?(?:pika|aio-pika|amqplib|amqp|bunny|github\.com/rabbitmq/amqp091-go)["'\s]*(?:[=<>~!;,:\[\]#@ ]|$)`),
		nil, ""},
	{"memcached", "memcached?", 11211, lazily(`(?im)(?:^|[\[,])[\s"'\-]*(?:gem ["'])?(?:pymemcache|pylibmc|python-memcached|memjs|memcached|dalli)["'\s]*(?:[=<>~!;,:\[\]#@ ]|$)`),
		[]string{"memcached"}, " -p $PORT"},
}
