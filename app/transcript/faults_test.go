package transcript

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestFullDiskLosesLinesButCountsThemAndContinues(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := again("full", dir).Run(); err != nil {
		t.Fatal(err)
	}
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	total := int64(0)
	for i := 1; i <= 3000; i++ {
		total += int64(len(fmt.Sprintf("line %d\n", i)))
	}
	lines, last, gap := forward(t, r, Limit{Lines: 100}), 0, 0
	for i, l := range lines {
		if i > 0 && l.Seq > lines[i-1].Seq+1 {
			gap++
		}
		n, err := fmt.Sscanf(string(l.Text), "line %d", new(int))
		if err != nil || n != 1 {
			if i+1 < len(lines) && lines[i+1].Seq == l.Seq+1 {
				t.Errorf("line %d is cut, %q, without a gap after it", l.Seq, l.Text)
			}
			continue
		}
		last = number(t, strings.TrimPrefix(string(l.Text), "line "))
	}
	b := r.Bounds()
	if gap != 1 || last != 3000 || b.DroppedLines < 800 || b.DroppedBytes+b.End != total || b.Last != int64(len(lines))+
		b.DroppedLines || b.WriteError != "" || !b.Closed {
		t.Errorf("%d gaps, last %d, %+v", gap, last, b)
	}
	checkTail(t, r, lines)
}

// checkTail checks Before against After where there are gaps.
func checkTail(t *testing.T, r *Reader, lines []Line) {
	t.Helper()
	if d := cmp.Diff(pieces(lines), pieces(backward(t, r, Limit{Lines: 9})), ours); d != "" {
		t.Error(d)
	}
}

func TestFailedWritesAreCountedShownAsGapAndRetried(t *testing.T) {
	t.Parallel()
	w, r, dir := create(t, Options{Segment: 30, Cap: 3000})
	print(w, []byte("one\ntwo\nthree\nfour\nfive\nsi"), 100)
	block := filepath.Join(dir, logName(1))
	if err := os.Mkdir(block, 0o700); err != nil {
		t.Fatal(err)
	}
	print(w, []byte("x\nseven\neight\nni"), 100) // "x\nse" still fits
	print(w, []byte("ne\nten\n"), 100)
	b := r.Bounds()
	if w.Err() == nil || b.WriteError != "is a directory" || b.DroppedLines != 4 || b.DroppedBytes != 19 || b.Last != 11 {
		t.Errorf("%v, %+v", w.Err(), b)
	}
	p, err := r.After(7, Limit{})
	if err != nil || len(p.Lines) != 0 || p.Gap == nil || *p.Gap != (Gap{8, 11}) {
		t.Errorf("after the loss: %+v %v, %v", p, p.Gap, err)
	}
	if err := os.Remove(block); err != nil {
		t.Fatal(err)
	}
	print(w, []byte("eleven\ntwel"), 100)
	if b := r.Bounds(); w.Err() != nil || b.WriteError != "" {
		t.Errorf("the error stayed: %v, %+v", w.Err(), b)
	}
	checkLines(t, r, []piece{{1, 0, "one", false, false}, {2, 4, "two", false, false}, {3, 8, "three", false, false},
		{4, 14, "four", false, false},
		{5, 19, "five", false, false}, {6, 24, "six", false, false}, {7, 28, "se", false, false},
		{12, 30, "eleven", false, false}, {13, 37, "twel", false, true}})
	again, err := Recover(dir)
	if err != nil {
		t.Fatal(err)
	}
	print(again, []byte("ve\n"), 100)
	if p, _ := r.Tail(1); string(p.Lines[0].Text) != "twelve" || p.Lines[0].Seq != 13 {
		t.Errorf("after Recover: %+v", p.Lines)
	}
}

func TestDeletedFolderIsRecreatedAndReadersFollow(t *testing.T) {
	t.Parallel()
	w, r, dir := create(t, Options{Segment: 100, Now: clock(20 * time.Millisecond)})
	print(w, []byte("one\ntwo\nthr"), 100)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	r.Arm()
	woken := false
	for _, text := range []string{"ee\n", "four\n", "five\n", "si"} {
		woken = w.Commit(copy(w.Buffer(), text)) || woken
	}
	if !woken {
		t.Error("the reader that armed was forgotten")
	}
	p, err := r.After(2, Limit{})
	if err != nil || p.Gap == nil || len(p.Lines) == 0 {
		t.Fatalf("%+v, %v", p, err)
	}
	if l := p.Lines[len(p.Lines)-1]; string(l.Text) != "si" || !l.Partial {
		t.Errorf("last line %+v", l)
	}
	r.Arm()
	if !w.Commit(copy(w.Buffer(), "x\n")) {
		t.Error("arming does not reach the writer any more")
	}
	if w.Err() != nil || r.Bounds().End != w.End().End {
		t.Errorf("%v, %+v, %+v", w.Err(), r.Bounds(), w.End())
	}
}

func TestFolderReplacedByASymlinkIsRefused(t *testing.T) {
	t.Parallel()
	w, _, dir := create(t, Options{Segment: 20})
	print(w, []byte("one\n"), 100)
	other := t.TempDir()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(other, dir); err != nil {
		t.Fatal(err)
	}
	print(w, []byte(strings.Repeat("two\n", 20)), 3)
	if names, err := os.ReadDir(other); err != nil || len(names) > 0 {
		t.Errorf("%v, %v", names, err)
	}
	if w.Err() == nil {
		t.Error("no error is returned")
	}
}

func TestFilesAreOwnerOnly(t *testing.T) {
	t.Parallel()
	old := syscall.Umask(0)
	defer syscall.Umask(old)
	dir := filepath.Join(t.TempDir(), "run")
	w, err := Create(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	print(w, []byte("one\n"), 100)
	for _, name := range []string{"", liveName, logName(0), idxName(0)} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%q: %v, %v", name, info.Mode(), err)
		}
	}
	if _, err := Create(dir, Options{}); err == nil {
		t.Error("a second transcript was made in the same folder")
	}
}

func TestDamagedFilesCauseNoPanic(t *testing.T) {
	t.Parallel()
	for file := range int64(4) {
		t.Run(fmt.Sprint("of index file ", file), func(t *testing.T) {
			t.Parallel()
			for i := range int64(100) {
				damageAndRead(t, 4*i+file)
			}
		})
	}
}

// damageAndRead damages a transcript, in a way that seed determines, and reads it in all ways.
func damageAndRead(t *testing.T, seed int64) {
	t.Helper()
	w, r, dir := create(t, Options{Segment: 200, Cap: 2000, maxLine: 50, Now: clock(15 * time.Millisecond)})
	print(w, []byte(strings.Repeat("some line\nanother\n", 40)), 20)
	path := filepath.Join(dir, idxName(seed%4))
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	b[seed*7919%int64(len(b))] ^= byte(1 << (seed % 8))
	if err := os.WriteFile(path, b[:int64(len(b))-seed%40], 0o600); err != nil {
		t.Fatal(err)
	}
	r.After(0, Limit{})
	r.Tail(100)
	r.Seek(time.UnixMilli(1_700_000_000_500))
	r.TailOffset(300)
	r.Search(t.Context(), Search{Literal: "another"}, func(Line) bool { return true })
	w.Close()
}

// TestSearchInARemovedFolderFindsNothing: a person may remove old output while it is searched.
func TestSearchInARemovedFolderFindsNothing(t *testing.T) {
	t.Parallel()
	w, r, dir := create(t, Options{Segment: 100})
	print(w, []byte("one\ntwo\n"), 100)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := r.Search(t.Context(), Search{Literal: "one"}, func(Line) bool { return true }); err != nil {
		t.Error(err)
	}
}
