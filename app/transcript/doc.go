// Package transcript keeps what a run printed: one writer (in the run's holder), many readers (in the manager).
// It is files only: it knows no processes, no HTTP, starts no goroutine, and a reader never makes the writer wait.
//
// In the run's folder:
//
//	000000.log  the bytes as printed; segment k holds the logical bytes [k*S, (k+1)*S), so tail -f and rg work
//	000000.idx  a sparse index of it: records {off, seq, start, unixMilli}
//	live        a mapped page of words that writer and readers share, and the journal
//
// A record says: the byte at off came at that time and belongs to line seq, which starts at start. Each segment
// has one at its very begin, and one wherever lines were lost (disk full); the others are written when 10 ms passed or
// 256 KiB came. So the time of a line is that of the last record at or before its first byte: right to about 10 ms,
// and coarser in a segment that is full of tiny writes. Times never go back, whatever the clock does.
//
// A line ends at '\n', or, uncut, after MaxLine bytes. Lines are numbered from 1; a number is never used twice.
// When all kept bytes would pass the cap, whole oldest segments go; when the disk is full, chunks are counted
// and dropped. Both are seen by readers as a jump of seq.
//
// The journal is the buffer that the holder reads the terminal into. A holder that is killed between that read and the write
// to the segment leaves the bytes there, and Recover appends them. One limit: bytes that were read but not yet written, and are
// NUL at the very end of that chunk, cannot be told from an unused buffer.
package transcript
