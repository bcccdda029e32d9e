// Package figures measures what the program costs. It has tests alone, behind the build tag figures, each with a home
// and a manager of its own. They print tables for docs/performance.md and README.md, and assert no time:
//
//   - ratios: commands and the manager in turns with something simple, and how the ratios differ from the last ones
//     (performance.json). It takes seconds.
//   - growth: costs as servers, projects, runs, transcripts and followers grow, drawn into growth-*.svg.
//   - loads: what starts and stops of 1, 20 and 200 servers cost, 50 servers at rest and as they print, followers, open
//     pages, and pages of many projects.
//   - peers: the same work done by other programs that run servers, the ones that are installed.
//
// The package uses no internals of the manager: it calls commands and the API, and reads /proc.
package figures
