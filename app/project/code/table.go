package code

import (
	"strconv"
	"strings"
)

// Tool is a program that serves or watches.
type Tool struct {
	Words string // how a command begins, without wrappers: "next dev". With " *" at the end, arguments may follow directly
	Port  int    // where it listens by default; 0 = it is a watcher that opens no port
	Flag  string // the option that gives it $PORT; "" = it reads the variable PORT
	Env   string // a variable that keeps it from opening a browser or asking, as NAME=value; "" = none
}

// table lists the tools: the port, the option and the variable, then how commands begin. Sources: the tools' own
// documentation of their command line.
var table = tools(`
5173 --port $PORT --strictPort: vite *, vite dev, vite serve, vp dev *
3000: next dev, next start, next
3000 --port $PORT: email dev, react-email dev, mint dev, mintlify dev, nuxt dev, nuxi dev, nuxt, remix dev, rsbuild,
   rsbuild dev, vinxi dev, rspress dev, waku dev, nitro dev, nitropack dev, json-server *, fastify start *, blitz dev,
   meteor, meteor run *
1999 --port $PORT: partykit dev *
4848: zero-cache-dev
8288 --port $PORT: inngest dev
4321 --port $PORT: astro dev
5173 --port $PORT: react-router dev, remix vite:dev, vitepress dev *
8080 --port $PORT: encore dev-server, vue-cli-service serve, webpack serve, webpack-dev-server, rspack serve,
   rspack dev, vuepress dev *, eleventy --serve, trunk serve *, gridsome develop, snowpack dev
1080 --web $PORT: maildev *
5555 --port $PORT --browser none: prisma studio
4983 --port $PORT: drizzle-kit studio
4200 --port $PORT NG_CLI_ANALYTICS=false: ng serve
3000 BROWSER=none: react-scripts start, react-app-rewired start, craco start, rescripts start, razzle start
8000 --port $PORT: gatsby develop, sphinx-autobuild *, sanic *, chainlit run *, uvicorn *, fastapi dev *,
   fastapi run *, granian *, litestar run, web-dev-server *
6006 --port $PORT --no-open: storybook dev
6006 --port $PORT: start-storybook
0: parcel watch *, parcel build *, shadow-cljs watch *, encore *, celery *, rq *, saq *, arq *, taskiq *, sidekiq *,
   procrastinate *, huey_consumer *, dramatiq *, good_job *, artisan queue:work *, artisan queue:listen *,
   artisan schedule:work *, rails jobs:work *, rake jobs:work *, jobs *, artisan pail *, rails tailwindcss:watch *,
   rails dartsass:watch *, postcss *, tsc *, tailwindcss *, @tailwindcss/cli *, sass *, tsup *, rollup *, esbuild *,
   webpack *, babel *, stripe *, tsdown *, rolldown *, swc *, bunchee *, microbundle *, vue-tsc *, trigger *,
   trigger.dev *, trigger.dev@latest *, convex dev *, vite build *, graphql-codegen *
1234 --port $PORT: parcel serve *, parcel *
3000 --port $PORT --no-open: docusaurus start, browser-sync start *
8081 --port $PORT: expo start
8787 --port $PORT: wrangler dev *
8788 --port $PORT: wrangler pages dev *
8888 --port $PORT: netlify dev *
8100 --port $PORT: ionic serve
9000 --port $PORT: quasar dev, medusa develop
3333 --port $PORT: sanity dev
4200 --port $PORT: ember serve, ember server
1337: strapi develop
8080 --port=$PORT: artisan reverb:start
8080 -p $PORT: http-server *
8080 --port=$PORT --no-browser: live-server *
3000 -l $PORT: serve *
3030 --port $PORT: slidev *
4173 --port $PORT: vite preview
2300 --port $PORT: hanami server
8080 -Dquarkus.http.port=$PORT: mvnw quarkus:dev, mvn quarkus:dev, gradlew quarkusDev, gradle quarkusDev
4000 -p $PORT: hexo server
8000 $PORT: manage.py runserver *, django-admin runserver *, http.server *
8000 --bind 127.0.0.1:$PORT: hypercorn *, gunicorn *
8000 -p $PORT: daphne *
5000 --port $PORT: flask run, quart run
8501 --server.port $PORT --server.headless true: streamlit run *
8000 -a 127.0.0.1:$PORT: mkdocs serve, zensical serve
8888 --port $PORT --no-browser: jupyter lab, jupyter notebook
3000 -p $PORT: rails server, rails s, mdbook serve *
9292 -p $PORT: rackup *, puma *
4000 --port $PORT: jekyll serve, jekyll s
4567 -p $PORT: middleman server
8000 --port=$PORT: artisan serve, symfony server:start, symfony serve
8000: php -S *, umi dev, max dev
1313 --port $PORT: hugo server, hugo serve
1111 --port $PORT: zola serve
6379 --port $PORT: redis-server *, valkey-server *
11211 -p $PORT: memcached *
8025 --listen 127.0.0.1:$PORT: mailpit *
8080 -Dspring-boot.run.arguments=--server.port=$PORT: mvnw spring-boot:run, mvn spring-boot:run
8080 --args=--server.port=$PORT: gradlew bootRun, gradle bootRun
`)

// tools reads the lines of the table. One that is indented belongs to the one before it.
func tools(lines string) (list []Tool) {
	for line := range strings.SplitSeq(strings.TrimSpace(strings.ReplaceAll(lines, ",\n  ", ",")), "\n") {
		head, all, _ := strings.Cut(line, ": ")
		port, flag, _ := strings.Cut(head, " ")
		t := Tool{Flag: flag}
		t.Port, _ = strconv.Atoi(port)
		if i := strings.LastIndex(" "+flag, " "); strings.Contains(flag[i:], "=") && !strings.HasPrefix(flag[i:], "-") {
			t.Flag, t.Env = strings.TrimSpace(flag[:i]), flag[i:]
		}
		for t.Words = range strings.SplitSeq(all, ", ") {
			list = append(list, t)
		}
	}
	return list
}
