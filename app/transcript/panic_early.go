//go:build !go1.27

package transcript

import _ "unsafe" // for go:linkname

// panicOnFault is debug.SetPanicOnFault. A holder branches off before package runtime/debug is initialised, and an import
// would move that behind most of the program. A newer Go may refuse the reference, so panic_late.go is for those that it
// was not tried with.
//
//go:linkname panicOnFault runtime/debug.setPanicOnFault
func panicOnFault(enabled bool) (old bool)
