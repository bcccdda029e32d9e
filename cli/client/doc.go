// Package client is the way to the manager: it finds a running one or starts it, sends requests with its token,
// follows it when it is replaced, and reads its streams. It prints nothing, and knows neither flags nor how answers
// are drawn.
package client
