package survey

import (
	"regexp"

	"devservers/app/transcript/text"
)

// workers are packages whose jobs nothing does without a process of their own, by the manifest that lists them.
var workers = []struct {
	file, command string
	listed        func() *regexp.Regexp
}{
	{"composer.json", "php bin/console messenger:consume async", text.Lazy(`"symfony/messenger"\s*:`)},
	{"composer.json", "php artisan horizon", text.Lazy(`"laravel/horizon"\s*:`)},
	{"composer.json", "php artisan reverb:start", text.Lazy(`"laravel/reverb"\s*:`)},
	{"Gemfile", "bundle exec sidekiq", text.Lazy(`(?m)^\s*gem ["']sidekiq["']`)},
	{"Gemfile", "bundle exec shoryuken -R", text.Lazy(`(?m)^\s*gem ["']shoryuken["']`)},
	{"Gemfile", "bundle exec rake resque:work", text.Lazy(`(?m)^\s*gem ["']resque["']`)},
	{"Gemfile", "bundle exec karafka server", text.Lazy(`(?m)^\s*gem ["']karafka["']`)},
	{"Gemfile", "bin/jobs", text.Lazy(`(?m)^\s*gem ["']solid_queue["']`)},
	{"Gemfile", "bundle exec good_job start", text.Lazy(`(?m)^\s*gem ["']good_job["']`)},
	{"Gemfile", "bin/delayed_job run", text.Lazy(`(?m)^\s*gem ["']delayed_job`)},
}

// workers returns the processes that packages of a directory need for their jobs.
func (p *Checkout) workers(dir string) (found []Starter) {
	for _, w := range workers {
		if w.listed().MatchString(p.Read(dir, w.file)) {
			found = append(found, Starter{File: join(dir, w.file), Name: w.command, Dir: dir, Line: w.command,
				Why: "its jobs wait for `" + w.command + "`: declare that if you need it"})
		}
	}
	return found
}
