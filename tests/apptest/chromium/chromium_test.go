//go:build real

package chromium

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

const profileVar = "CHROMIUM_PROFILE" // of the browser of a process that is killed

func TestMain(m *testing.M) {
	profile := os.Getenv(profileVar)
	if profile == "" {
		os.Exit(m.Run())
	}
	allocator, _ := chromedp.NewExecAllocator(context.Background(), Exec(), chromedp.UserDataDir(profile),
		chromedp.NoSandbox, chromedp.Headless, chromedp.DisableGPU, chromedp.Flag("disable-dev-shm-usage", true))
	ctx, _ := chromedp.NewContext(allocator)
	fmt.Println(chromedp.Run(ctx))
	select {}
}

func TestBrowserEndsWithAKilledTest(t *testing.T) {
	profile := t.TempDir()
	test := exec.Command(os.Args[0])
	test.Env = append(os.Environ(), profileVar+"="+profile)
	out, err := test.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := test.Start(); err != nil {
		t.Fatal(err)
	}
	started, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || started != "<nil>\n" || with(profile) == 0 {
		t.Errorf("no browser: %v %q", err, started)
	}
	_ = test.Process.Kill()
	_ = test.Wait()
	for end := time.Now().Add(time.Minute); with(profile) > 0; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d processes are left", with(profile))
		}
	}
}

// with is how many processes have a text in their arguments.
func with(text string) (n int) {
	out, err := exec.Command("ps", "-eo", "args").Output()
	if err != nil {
		panic(err)
	}
	return strings.Count(string(out), text)
}
