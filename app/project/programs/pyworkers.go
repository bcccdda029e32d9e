package programs

import (
	"regexp"

	"devservers/app/base/words"
)

// Beat matches sources with jobs of Celery that run at given times.
var Beat = words.Lazy(`beat_schedule|CELERY_BEAT_S|django_celery_beat`)

// Instead matches the names of rules that start a program in another way than for development.
var Instead = words.Lazy(`(?i)prod|debug|profil|docker|release|deploy|stag(?:e|ing)|bench|demo|example`)

// Working are commands that can do nothing without a broker.
var Working = words.Lazy(`\b(?:celery|rq|rqworker|saq|taskiq|huey_consumer|huey|run_huey|rundramatiq|arq|dramatiq|sidekiq|horizon|resque|resque-pool)\b`)

// Serving matches the names of services that are a program's own server.
var Serving = words.Lazy(`(?:^|[-_])(?:app|api|backend|django|flask|frontend|http|php|rails|server|web)\d*$`)

// OfPython matches commands that packages of Python bring.
var OfPython = words.Lazy(`^(?:celery|rq|saq|arq|dramatiq|huey_consumer|taskiq|procrastinate|gunicorn|uvicorn|daphne|hypercorn|` +
	`granian|fastapi|flask|litestar|streamlit|mkdocs|django-admin|alembic|invoke)\s`)

// PyWorker is a library of Python that works on jobs in a process of its own.
type PyWorker struct {
	Name    string                // of its package
	Made    func() *regexp.Regexp // what a source with jobs contains; the group is the object that the command names
	Command string                // MODULE stands for the source, OBJECT for the object
}

// PyWorkers are the known ones. Sources: the libraries' documentation of their command line.
var PyWorkers = []PyWorker{
	{"celery", words.Lazy(`(?m)^(\w+)\s*(?::\s*[\w.]+\s*)?=\s*(?:(?:celery\.)?Celery\(|(?:make|create|get|init)_celery\w*\(|celery_\w+\(|` +
		`[\w.]+\.extensions\[["']celery)`), "celery -A MODULE worker -l info"},
	{"rq", words.Lazy(`(?m)^if __name__[^\n]*(?:\n.*)*\b()Worker\(`), "rq worker"},
	{"saq", words.Lazy(`(?m)^(\w*settings)\s*(?::[^=\n]+)?=\s*\{\s*["']queue`), "saq MODULE.OBJECT"},
	{"arq", words.Lazy(`(?m)^class (\w*WorkerSettings)\b`), "arq MODULE.OBJECT"},
	{"dramatiq", words.Lazy(`(?m)^@(?:dramatiq\.)?(actor)\b`), "dramatiq MODULE"},
	{"huey", words.Lazy(`(?m)^(\w+)\s*=\s*(?:\w+\.)?\w*Huey\(`), "huey_consumer MODULE.OBJECT"},
	{"taskiq", words.Lazy(`(?m)^(\w+)\s*(?::[^=\n]+)?=\s*\(?\s*(?:\w+\.)?\w+Broker\(`), "taskiq worker MODULE:OBJECT"},
	{"procrastinate", words.Lazy(`(?m)^(\w+)\s*=\s*(?:procrastinate\.)?App\(`), "procrastinate --app=MODULE.OBJECT worker"},
}
