package cli

import (
	"fmt"
	"strings"
	"time"

	"devservers/app"
)

// age is a length of time as people say it, in one unit or two: "0.4 s", "12 s", "3 min", "1 h 5 min", "2 d 3 h".
func age(d time.Duration) string {
	switch {
	case d < 0:
		return "0 s"
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	case d < 24*time.Hour:
		return twoUnits(int(d.Hours()), "h", int(d.Minutes())%60, "min")
	}
	return twoUnits(int(d.Hours())/24, "d", int(d.Hours())%24, "h")
}

func twoUnits(n int, unit string, rest int, small string) string {
	if rest == 0 {
		return fmt.Sprintf("%d %s", n, unit)
	}
	return fmt.Sprintf("%d %s %d %s", n, unit, rest, small)
}

// ago is age for what is past; below a second it is now.
func ago(d time.Duration) string {
	if d < time.Second {
		return "just now"
	}
	return age(d.Truncate(time.Second)) + " ago"
}

// size is a number of bytes as people say it.
func size(bytes int64) string {
	const unit = 1 << 10
	switch {
	case bytes < unit:
		return fmt.Sprintf("%d B", bytes)
	case bytes < unit*unit:
		return fmt.Sprintf("%d KB", bytes/unit)
	case bytes < unit*unit*unit:
		return fmt.Sprintf("%d MB", bytes/unit/unit)
	}
	return fmt.Sprintf("%.1f GB", float64(bytes)/unit/unit/unit)
}

func percent(cpu float64) string { return fmt.Sprintf("%.1f %%", cpu) }

// count writes a number with its noun: "1 server", "3 servers".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// exitText says how a run ended.
func exitText(e *app.Exit) string {
	switch {
	case e == nil:
		return ""
	case e.Error != "":
		return plain(e.Error)
	case e.Signal != "":
		return "killed by SIG" + strings.TrimPrefix(e.Signal, "SIG") + causeText(e.Cause)
	case e.Code != nil:
		return fmt.Sprintf("exit code %d", *e.Code) + causeText(e.Cause)
	}
	return "ended" + causeText(e.Cause)
}

// exitWord is what a sentence about the end of a run can't do without.
func exitWord(e app.Exit) string {
	switch {
	case e.Signal != "":
		return strings.TrimPrefix(e.Signal, "SIG")
	case e.Code != nil:
		return fmt.Sprintf("code %d", *e.Code)
	}
	return e.Error
}

func causeText(cause string) string {
	switch cause {
	case "":
		return ""
	case "memory":
		return ", over its memory limit"
	case "holder":
		return ", its holder died"
	case "asked":
		return ", stopped as asked"
	}
	return ", " + cause
}

func pidText(pid int) string {
	if pid == 0 {
		return ""
	}
	return fmt.Sprintf(", PID %d", pid)
}

// moment is a point in time in the reader's zone: the time of day, and the date when it is not today.
func (p *program) moment(t time.Time) string {
	t, now := t.Local(), p.now().Local()
	if t.YearDay() == now.YearDay() && t.Year() == now.Year() {
		return t.Format("15:04:05")
	}
	return t.Format("2006-01-02 15:04")
}
