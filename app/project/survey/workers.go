package survey

import "regexp"

// workers are packages whose jobs nothing does without a process of their own, by the manifest that lists them.
var workers = []struct {
	file, command string
	listed        *regexp.Regexp
}{
	{"composer.json", "php bin/console messenger:consume async", regexp.MustCompile(`"symfony/messenger"\s*:`)},
	{"composer.json", "php artisan horizon", regexp.MustCompile(`"laravel/horizon"\s*:`)},
	{"composer.json", "php artisan reverb:start", regexp.MustCompile(`"laravel/reverb"\s*:`)},
	{"Gemfile", "bundle exec sidekiq", regexp.MustCompile(`(?m)^\s*gem ["']sidekiq["']`)},
	{"Gemfile", "bin/jobs", regexp.MustCompile(`(?m)^\s*gem ["']solid_queue["']`)},
	{"Gemfile", "bundle exec good_job start", regexp.MustCompile(`(?m)^\s*gem ["']good_job["']`)},
	{"Gemfile", "bin/delayed_job run", regexp.MustCompile(`(?m)^\s*gem ["']delayed_job`)},
}

// workers returns the processes that packages of a directory need for their jobs.
func (p *Checkout) workers(dir string) (found []Starter) {
	for _, w := range workers {
		if w.listed.MatchString(p.Read(dir, w.file)) {
			found = append(found, Starter{File: join(dir, w.file), Name: w.command, Dir: dir, Line: w.command,
				Why: "its jobs wait for `" + w.command + "`: declare that if you need it"})
		}
	}
	return found
}
