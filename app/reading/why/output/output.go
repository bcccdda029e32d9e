// Package output reads what a run printed: its lines, the errors in them, and the places in the project that they name. It
// owns the expressions of what belongs to an error; it knows no causes.
package output

import (
	"devservers/app/digest"
	"devservers/app/project/sources"
)

// Output is what a run of a project printed.
type Output struct {
	sources.Project
	Lines  []Line         // the last ones that the run printed
	Errors []digest.Error // that are not fixed, in the order of their lines
	Gone   []digest.Error // that are fixed, or that have not come since a rebuild: their lines are no causes
}
