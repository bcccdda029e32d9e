package app

// Bucket is how much was printed in a part of a time.
type Bucket struct{ Lines, Errors, Warnings int64 }
