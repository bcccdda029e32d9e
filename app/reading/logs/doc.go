// Package logs is the one reader of lines: what servers and tasks have printed, over all of their runs.
//
// A source walks through the output of one server in one direction, a merge takes the lines of its sources by their
// times, and a page collects the ones that a filter wants. Everything is one of these:
//
//	Read          a page of one run                   a merge of one source, which stays in its run
//	ReadMerged    a page of several servers           a merge, forward or backward
//	Search        the newest hits in all runs         a filtered merge, backward
//	Follow        one server from now on              a merge of one source, read forward again and again
//	FollowMerged  several servers from now on         the same with all of them
//
// The same rules hold for all of them:
//
//   - Lines of one server come in their own order, even if the clock jumped; lines of several by time.
//   - Where lines are missing there is a Gap: dropped by the size limit, lost to a full disk, or skipped since a
//     follower was too slow.
//   - A page ends at its limit of matching lines, at a bound of text, or when its budget of time is over. It marks
//     this, and where reading continues.
//   - A cursor stays before a line that has no end yet, so that a reader gets it again when it has one.
//   - Backward, a filter by text searches the transcript, which is many times as fast as reading every line. It reads
//     them all when lines were lost in the middle of a run, whose gap would not show, or when lines around the matches
//     are wanted.
//
// A follower of one server gets each line at once, and an unfinished line when it has been quiet for a moment. A
// follower of several is drawn by a browser: its lines come in batches, those that come too fast are skipped, and an
// unfinished line comes each time that it has changed. That is the only difference; see rhythm and source.quiet.
//
// Readers hold their cursors, and the package remembers none of them. The values that it returns (app.LogLine,
// app.LogPage, app.MergedPage ...) are in package app, since views draw them. It is independent of errors, edits or
// causes.
package logs
