package app

// Bucket is how much was printed in a part of a time.
type Bucket struct{ Lines, Errors, Warnings int64 }

// Sum returns the sum of buckets.
func Sum(list []Bucket) (all Bucket) {
	for _, b := range list {
		all.Lines, all.Errors, all.Warnings = all.Lines+b.Lines, all.Errors+b.Errors, all.Warnings+b.Warnings
	}
	return all
}
