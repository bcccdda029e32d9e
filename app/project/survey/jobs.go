package survey

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"devservers/app/base/words"
)

// worker is a package whose jobs nothing does without a process of its own, by the file that names it. key is what
// the command of a server that does them has.
type worker struct {
	file, key, command string
	listed             func() *regexp.Regexp
	usual              bool // nearly all who use the package run it while they develop
}

// laravel is in the commands of Laravel that work on a queue.
const laravel = "artisan queue:"

var workers = []worker{
	{"composer.json", "messenger:consume", "php bin/console messenger:consume async", words.Lazy(`"symfony/messenger"\s*:`),
		true},
	{"composer.json", "horizon", "php artisan horizon", words.Lazy(`"laravel/horizon"\s*:`), true},
	{"composer.json", "reverb:start", "php artisan reverb:start", words.Lazy(`"laravel/reverb"\s*:`), false},
	{"composer.json", "queue/listen", "php yii queue/listen", words.Lazy(`"yiisoft/yii2-queue"\s*:`), false},
	{".env.example", laravel, "php artisan queue:work", words.Lazy(`(?m)^QUEUE_CONNECTION=(?:database|redis|sqs|beanstalkd)`),
		true},
	{"composer.json", laravel, "php artisan queue:work", words.Lazy(`"laravel/framework"\s*:\s*"[\^~]?1[1-9]`), true},
	{"routes/console.php", "schedule:work", "php artisan schedule:work", words.Lazy(`\bSchedule::`), false},
	{"app/Console/Kernel.php", "schedule:work", "php artisan schedule:work", words.Lazy(`(?m)^\s*\$schedule->`), false},
	{"Gemfile", "sidekiq", "bundle exec sidekiq", gem("sidekiq"), true},
	{"Gemfile", "shoryuken", "bundle exec shoryuken -R", gem("shoryuken"), false},
	{"Gemfile", "resque", "bundle exec rake resque:work", gem("resque"), false},
	{"Gemfile", "karafka", "bundle exec karafka server", gem("karafka"), false},
	{"Gemfile", "bin/jobs", "bin/jobs", gem("solid_queue"), false},
	{"Gemfile", "good_job", "bundle exec good_job start", gem("good_job"), false},
	{"Gemfile", "delayed_job", "bin/delayed_job run", gem("delayed_job"), false},
	{"Gemfile", "clockwork", "bundle exec clockwork clock.rb", gem("clockwork"), false},
	{"cpanfile", "minion", "script/APP minion worker", words.Lazy(`(?m)^\s*requires ["']Minion["']`), false},
	{"Gemfile", "sneakers", "bundle exec rake sneakers:run", gem("sneakers"), false},
}

func gem(name string) func() *regexp.Regexp { return words.Lazy(`(?m)^\s*gem ["']` + name) }

// transports matches the first transport of Symfony's messenger.
var transports = words.Lazy(`(?m)^\s+transports:\s*\n(?:\s*#[^\n]*\n)*\s+(\w+):`)

// queued matches a class of Laravel whose work waits in a queue, and queue the setting that says which.
var (
	queued = words.Lazy(`implements [\w, ]*\bShouldQueue\b`)
	queue  = words.Lazy(`(?m)^QUEUE_CONNECTION=|["']QUEUE_CONNECTION["'],\s*["']sync["']`)
)

// queues reports whether jobs of Laravel wait: Horizon works on all of them, and without a setting it has a queue since
// version 11.
func (p *Checkout) queues(dir, file string, found []Starter) bool {
	return !slices.ContainsFunc(found, func(s Starter) bool { return s.Name == "horizon" || s.Name == laravel }) &&
		(file != "composer.json" || p.Anywhere(dir, queued(), ".php") &&
			!queue().MatchString(p.Read(dir, ".env.example")+p.Read(dir, "config/queue.php")))
}

// workers returns the processes that packages of a directory need for their jobs.
func (p *Checkout) workers(dir string) (found []Starter) {
	for _, w := range workers {
		if !w.listed().MatchString(p.Read(dir, w.file)) || w.key == laravel && !p.queues(dir, w.file, found) {
			continue
		}
		command := w.command
		if m := transports().FindStringSubmatch(p.Read(dir, "config/packages/messenger.yaml")); m != nil {
			command = strings.Replace(command, "consume async", "consume "+m[1], 1)
		}
		found = append(found, Starter{File: path.Join(dir, w.file), Name: w.key, Dir: dir, Line: command, Jobs: w.usual,
			Why: "its jobs wait for `" + command + "`: declare that if you need it"})
	}
	if p.Has(dir, "tauri.conf.json") {
		found = append(found, Starter{File: path.Join(dir, "tauri.conf.json"), Dir: dir, Line: "tauri dev",
			Why: "it shows a window: start it by hand beside the servers"})
	}
	if strings.Contains(p.Read(dir, "mix.exs"), "mod: {") {
		found = append(found, Starter{File: path.Join(dir, "mix.exs"), Dir: dir, Alone: true, Line: "mix run --no-halt",
			Why: "its application runs until it is stopped: declare `mix run --no-halt`, if you need it"})
	}
	return found
}

// JobsName returns the name of a server for what works on jobs, by its command.
func JobsName(line string) string {
	for _, name := range []string{"sidekiq", "horizon", "messenger"} {
		if strings.Contains(line, name) {
			return name
		}
	}
	return "queue"
}
