package fc

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"time"

	"go.uber.org/goleak"

	"devservers/app/base/process"
)

// endTime is how long the processes that tests have started may take to end.
const endTime = 20 * time.Second

// Main is what TestMain of a package calls: it runs the tests, and fails when they leave goroutines behind.
func Main(m goleak.TestingM) { goleak.VerifyTestMain(Tests{m}) }

// Tests are the tests of a package. More of them run at once than there are processors, unless -parallel sets the
// number: tests of real processes mostly wait.
type Tests struct{ goleak.TestingM }

// Run runs the tests, then waits for the holders that they have started: each is a child of this process, for which a
// goroutine waits.
func (t Tests) Run() int {
	if err := errors.Join(hurry(), inMemory(), flag.Set("test.parallel",
		strconv.Itoa(perProcessor*runtime.GOMAXPROCS(0)))); err != nil {
		panic(err)
	}
	code := t.TestingM.Run()
	for limit := time.Now().Add(endTime); runtime.GOOS == "linux" &&
		!process.Childless(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(limit) {
			fmt.Fprintln(os.Stderr, "fc: a process that the tests have started has not ended")
			return max(code, 1)
		}
	}
	return code
}
