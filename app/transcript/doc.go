// Package transcript stores the output of a run: one writer (in the run's holder), many readers (in the manager). It
// consists of files only. It is independent of processes and HTTP, starts no goroutine, and a reader never makes the
// writer wait.
//
// In the run's folder:
//
//	000000.log  the bytes as printed; segment k holds the logical bytes [k*S, (k+1)*S), so tail -f and rg work
//	000000.idx  a sparse index of it: records {off, seq, start, unixMilli}
//	live        a mapped page of words that writer and readers share, and the journal
//
// A record means: the byte at off came at that time and belongs to line seq, which starts at start. Each segment has
// a record at its very beginning, and one wherever lines were lost (disk full). Others are written after 10 ms or 256
// KiB. So the time of a line is the time of the last record at or before its first byte. It is accurate to about 10
// ms, and coarser in a segment that is full of tiny writes. Times never decrease, whatever the clock does.
//
// A line ends at '\n', or after maxLine bytes, where it is cut. Lines are numbered from 1; a number is never used
// twice. When the kept bytes would exceed the cap, whole segments are deleted, the oldest first. When the disk is
// full, chunks are counted and dropped. Readers see both as a jump of seq.
//
// The journal is the buffer that the holder reads the terminal into. A holder that is killed between that read and
// the write to the segment leaves the bytes there, and Recover appends them. There is one limit: NUL bytes at the
// very end of a chunk that was read but not yet written cannot be distinguished from an unused buffer.
package transcript
