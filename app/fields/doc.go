// Package fields reads lines that programs print as JSON or logfmt: their level, their message, and the other fields in
// the order in which they were printed. It owns nothing, and knows neither runs nor errors. A line of another form costs
// a look at its first and last bytes.
package fields
