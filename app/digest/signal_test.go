package digest

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// told digests lines that come one second after the other. "EDIT" is an edit.
func told(lines string) *Digest {
	d := New("/srv/shop", "/srv/shop")
	for i, line := range strings.Split(strings.TrimSuffix(lines, "\n"), "\n") {
		at := time.Unix(int64(1000+i), 0)
		if line == "EDIT" {
			d.EditedAt(at)
			continue
		}
		d.Add(int64(i+1), at, []byte(line))
	}
	d.Flush()
	return d
}

// states returns the message of each error with its state.
func states(d *Digest) (list []string) {
	for _, e := range d.Entries() {
		switch {
		case e.Fixed:
			list = append(list, e.Message+" fixed")
		case !e.Current():
			list = append(list, e.Message+" unseen")
		default:
			list = append(list, e.Message)
		}
	}
	return list
}

// tscPretty is what tsc 7 --watch prints to a terminal.
const tscPretty = `[05:16:06 AM] Starting compilation in watch mode...

src/cart.ts:4:3 - error TS2741: Property 'cents' is missing in type 'Line' but required in type 'Money'.

4   return lines.reduce((sum, l) => add(sum, l.price), { cent: 0 });
    ~~~~~~

  src/money.ts:1:23 - 'cents' is declared here.
    1 export type Money = { cents: number };
                            ~~~~~

src/cart.ts:4:35 - error TS2769: No overload matches this call.
  The last overload gave the following error.
    Property 'cent' is missing in type 'Money' but required in type '{ cent: number; }'.

4   return lines.reduce((sum, l) => add(sum, l.price), { cent: 0 });
                                    ~~~~~~~~~~~~~~~~~

  src/cart.ts:4:56 - 'cent' is declared here.
    4   return lines.reduce((sum, l) => add(sum, l.price), { cent: 0 });
                                                             ~~~~~~~

  node_modules/@typescript/typescript-linux-x64/lib/lib.es5.d.ts:1493:5 - The last overload is declared here.
    1493     reduce<U>(callbackfn: (previousValue: U, currentValue: T, currentIndex: number, array: T[]) => U, initialValue: U): U;
             ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~


`

const boom = "Traceback (most recent call last):\n  File \"a.py\", line 1, in a\n    b\nKeyError: 'b'\n"

func TestSignalsClearOnlyEarlierRounds(t *testing.T) {
	for name, c := range map[string]struct {
		said string
		want []string
	}{
		"a build that fails and runs the old program": {"building...\n# shop\n./main.go:6:6: declared and not used: n\n" +
			"failed to build, error: exit status 1\nrunning...\n",
			[]string{"declared and not used: n"}},
		"the error of a page without an edit": {boom + "✓ Compiled /_error\n", []string{"KeyError: 'b'"}},
		"a load without what had kept it from loading": {"EDIT\na.py changed, reloading.\n" + boom +
			"EDIT\na.py changed, reloading.\nSystem check identified no issues (0 silenced).\n",
			[]string{"KeyError: 'b' fixed"}},
		"an error of a request, and a load": {"System check identified no issues (0 silenced).\n" + boom +
			"EDIT\na.py changed, reloading.\nSystem check identified no issues (0 silenced).\n",
			[]string{"KeyError: 'b' unseen"}},
		"a summary in two lines": {"src/a.ts(1,2): error TS1109: Expression expected.\nFound 1 error in src/a.ts:1\n" +
			"[1:02:03 AM] Found 1 error. Watching for file changes.\n",
			[]string{"TS1109: Expression expected."}},
		"related places of a report": {tscPretty + "Found 2 errors in the same file, starting at: src/cart.ts:4\n\n" +
			"[05:16:12 AM] Found 2 errors. Watching for file changes.\n",
			[]string{"TS2741: Property 'cents' is missing in type 'Line' but required in type 'Money'.",
				"TS2769: No overload matches this call."}},
		"a build without errors": {tscPretty + "[05:16:12 AM] Found 2 errors. Watching for file changes.\n\n" +
			"[05:16:20 AM] File change detected. Starting incremental compilation...\n\n" +
			"[05:16:20 AM] Found 0 errors. Watching for file changes.\n",
			[]string{"TS2741: Property 'cents' is missing in type 'Line' but required in type 'Money'. fixed",
				"TS2769: No overload matches this call. fixed"}},
		"another process": {"[api] ready\n[web] ready\n[api] ok\n[web] ok\n[api] ERROR: no stock\nEDIT\n" +
			"[web] web.py changed, reloading.\n[web] System check identified no issues (0 silenced).\n",
			[]string{"ERROR: no stock"}},
		"a program that restarts beside its compiler": {"[1:02:01 AM] Starting compilation in watch mode...\n" +
			"src/a.ts(1,2): error TS2322: No.\n[1:02:03 AM] Found 1 error. Watching for file changes.\nERROR: no tea\nEDIT\n" +
			"Restarting 'dist/app.js'\n",
			[]string{"TS2322: No.", "ERROR: no tea unseen"}},
		"a program that restarts beside a compiler that nobody knows": {"src/a.elm:3:5: error: no such type\n" +
			"ERROR: no tea\nEDIT\nRestarting 'dist/app.js'\n",
			[]string{"no such type", "ERROR: no tea unseen"}},
	} {
		if got := states(told(c.said)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestEditThatBecomesKnownLate(t *testing.T) {
	d := told("System check identified no issues (0 silenced).\n" + boom + "EDIT\n")
	d.Add(20, time.Unix(1020, 0), []byte("System check identified no issues (0 silenced)."))
	d.EditedAt(time.Unix(1019, 0))
	if got := states(d); !slices.Equal(got, []string{"KeyError: 'b' unseen"}) {
		t.Errorf("%q", got)
	}
}

func TestErrorRecordedAfterTheLoadBelongsToIt(t *testing.T) {
	d := New("/srv/shop", "/srv/shop")
	for i, line := range []string{"a.py changed, reloading.", "ERROR: one", "WARN: two"} {
		d.Add(int64(i+1), time.Unix(1000, 0), []byte(line))
	}
	d.Loaded(time.Unix(1001, 0)) // WARN: two is still open
	for i, line := range []string{"a.py changed, reloading.", "System check identified no issues (0 silenced)."} {
		d.Add(int64(i+4), time.Unix(int64(1002+i), 0), []byte(line))
	}
	if got := states(d); !slices.Equal(got, []string{"ERROR: one fixed", "WARN: two fixed"}) {
		t.Errorf("%q", got)
	}
}

// TestReactionEndsErrorsInTheToolsOwnCode: nobody edits that, so the build alone ends them.
func TestReactionEndsErrorsInTheToolsOwnCode(t *testing.T) {
	d := told("node_modules/@parcel/core/lib/Transformation.js:215:16: error: Build failed.\n" +
		"src/tea.js:3:1: error: Unexpected token\nEDIT\n✨ Built in 564ms\n")
	d.Edited = func(string, time.Time, time.Time) bool { return false }
	d.Reacted(time.Unix(1002, 0), time.Unix(1003, 0), func(Error) bool { return false })
	if got := states(d); len(got) != 2 || !strings.HasSuffix(got[0], " unseen") || strings.HasSuffix(got[1], " unseen") {
		t.Errorf("%q", got)
	}
}

// TestFixIsOfTheMomentInWhichItWasSeen: a request shows it, long after the last line.
func TestFixIsOfTheMomentInWhichItWasSeen(t *testing.T) {
	d := New("/srv/shop", "/srv/shop")
	d.Add(1, time.Unix(1000, 0), []byte("ERROR: no tea"))
	d.Flush()
	d.Fix(time.Unix(1060, 0), func(Error) bool { return true })
	if all := d.Entries(); len(all) != 1 || !all[0].Fixed || !all[0].FixedAt.Equal(time.Unix(1060, 0)) {
		t.Errorf("%+v", all)
	}
}

func TestFailureWithoutItsReasonIsAnErrorUntilTheNextSuccess(t *testing.T) {
	const fails = "[06:10:12] Found 3 errors. Watching for file changes."
	if list := digestOf(fails).Entries(); len(list) != 1 || list[0].Fixed || list[0].Kind != "typescript" {
		t.Errorf("%+v", list)
	}
	if list := digestOf(fails + "\n[06:10:19] Found 0 errors. Watching for file changes.").Entries(); !list[0].Fixed {
		t.Errorf("%+v", list)
	}
	if list := digestOf("a.ts(1,7): error TS2322: no\n" + fails).Entries(); len(list) != 1 || list[0].Line != 1 {
		t.Errorf("%+v", list)
	}
}
