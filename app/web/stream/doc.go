// Package stream serves server-sent events: one stream per client, made from feeds, which continues after a lost
// connection. It owns the ids and the rhythm of the messages, and knows nothing of their content.
package stream
