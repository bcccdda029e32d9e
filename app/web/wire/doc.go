// Package wire reads requests and writes answers: JSON bodies, forms, queries, problem documents and pages. It owns the
// mapping from error codes to HTTP statuses. It knows no route, no session and no supervisor.
package wire
