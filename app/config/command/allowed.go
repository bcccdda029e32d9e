package command

import "strings"

// defaultAllowed returns the bare names of executables that a devservers.yml may use without the user's own allow
// list: interpreters, package managers, build tools, servers and databases of web development. Shells and programs
// that only run other programs (env, sudo, xargs) are not among them. A version at the end (python3.12, php8.3) is
// allowed with the name.
func defaultAllowed() []string { return strings.Fields(allowedNames) }

const allowedNames = `
python pypy pip pipx pipenv poetry uv uvx pdm hatch rye tox nox
django-admin flask gunicorn uvicorn hypercorn daphne granian waitress-serve fastapi litestar celery rq huey dramatiq
huey_consumer arq saq taskiq procrastinate
jupyter streamlit gradio mkdocs zensical sphinx-autobuild pelican pytest ptw watchfiles watchmedo honcho alembic
node nodejs npm npx yarn yarnpkg pnpm pnpx bun bunx deno corepack tsx ts-node nodemon
vite next nuxt nuxi astro remix gatsby svelte-kit webpack webpack-dev-server rspack rollup parcel esbuild turbo nx
tsc swc tailwindcss postcss sass eslint prettier vitest jest playwright cypress storybook ng vue vue-cli-service
react-scripts wasp expo ember eleventy docusaurus vitepress http-server serve live-server json-server browser-sync
wrangler vercel netlify firebase supabase convex prisma drizzle-kit graphql-codegen strapi directus sanity
go air gow wgo reflex templ buf sqlc migrate dlv cargo rustc bacon trunk leptos dx
ruby bundle bundler rails rake rackup puma unicorn sidekiq foreman overmind jekyll middleman
php composer artisan symfony frankenphp rr drush wp
java javac gradle gradlew mvn mvnw mvnd sbt scala kotlin clojure clj lein bb quarkus jbang
dotnet func elixir mix iex erl rebar3 gleam swift vapor dart flutter stack cabal ghc ghcid zig nim nimble crystal lua
luajit perl plackup morbo hypnotoad julia Rscript ocaml dune
hugo zola mdbook caddy nginx httpd apache2 traefik envoy haproxy varnishd mailpit mailhog maildev
redis-server redis-cli redis-sentinel valkey-server valkey-cli keydb-server keydb-cli dragonfly memcached
memcstat memcping
postgres pg_ctl pg_ctlcluster pg_isready psql mysqld mysql mysqladmin mariadbd mariadb mariadb-admin mongod mongo
mongosh influxd influx cockroach clickhouse clickhouse-server clickhouse-client cqlsh nodetool sqlite3
rabbitmq-server rabbitmq-diagnostics rabbitmqctl nats-server nats kafka-server-start kafka-topics kafka-topics.sh
kafka-broker-api-versions kafka-broker-api-versions.sh kafka-server-start.sh kafka-cluster kcat zookeeper-server-start
redpanda rpk temporal minio
elasticsearch opensearch meilisearch typesense-server qdrant weaviate etcd consul vault ollama etcdctl grpcurl
grpc_health_probe grpc-health-probe curl wget http https xh nc ncat netcat wait-on
docker docker-compose podman podman-compose nerdctl kubectl skaffold tilt localstack sam serverless cdk pulumi
stripe ngrok cloudflared localtunnel lt mkcert
make gmake cmake ninja just task mage bazel bazelisk buck2 pants earthly watchexec entr
sleep echo cat tail true false`

// withoutVersion strips what a versioned executable has at its end: python3.12 is python, php-8.3 is php.
func withoutVersion(name string) string {
	base := strings.TrimRight(name, "0123456789.")
	if base == name {
		return name
	}
	return strings.TrimSuffix(base, "-")
}
