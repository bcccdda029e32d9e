//go:build go1.27

package transcript

import "runtime/debug"

func panicOnFault(enabled bool) (old bool) { return debug.SetPanicOnFault(enabled) }
