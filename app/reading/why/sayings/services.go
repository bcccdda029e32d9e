package sayings

import "strings"

// Services are the servers that programs usually depend on: the ports they listen on, and words of messages about them.
var Services = []struct {
	Port        int
	Name, Words string
}{
	{6379, "Redis", `redis|sidekiq|celery.*broker|bull`}, {5432, "PostgreSQL", `postgres|psycopg|pgsql|libpq|\bpg\b|\bPG::`}, {3306, "MySQL", `mysql|mariadb`},
	{27017, "MongoDB", `mongo`}, {5672, "RabbitMQ", `rabbit|amqp`}, {9092, "Kafka", `kafka|NoBrokers`}, {9200, "Elasticsearch", `elastic|opensearch`},
	{11211, "memcached", `memcache`}, {4222, "NATS", `\bnats\b`}, {1025, "the mail catcher", `smtp|mailcatcher|mailhog|mailpit`}, {9000, "MinIO", `minio`}, {2181, "ZooKeeper", `zookeeper`},
	{2379, "etcd", `\betcd\b`}, {8500, "Consul", `\bconsul\b`}, {8200, "Vault", `\bvault\b`},
}

// IsLocal reports whether a host is this machine.
func IsLocal(host string) bool {
	return host == "localhost" || host == "::1" || host == "0.0.0.0" || strings.HasPrefix(host, "127.")
}
