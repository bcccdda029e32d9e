package advice

var (
	// notice matches lines of npm and pip that are never about the error. news matches a line that says that there is a newer
	// version of a tool, and update a line below it that says how to get it.
	notice = lazily(`^\s*(?:npm notice\b|\[notice\])`)
	news   = lazily(`(?i)\b(?:update|upgrade)s? available\b|\bnew(?:er)?(?: \w+)? (?:version|release)\b.{0,40}\bavailable\b|\bversion \S+ is available\b|\bversion of (?:yarn|npm|pnpm|pip|composer|bun|deno)\b.{0,20}\bout of date|\bthe latest (?:version|release|bundler) (?:of \S+ )?is\b|\bover \d+ days old\b|\bcaniuse-lite is (?:out of date|outdated)`)
	update = lazily(`(?i)updat|upgrad|changelog|\binstall|\bcurl\b|^\W*$`)
	failed = lazily(`(?i)\berror\b`)
)

// ofNews is how many lines below the news of a newer version can belong to it.
const ofNews = 5

// withoutNotices returns lines with empty ones for what only tells that there are newer versions.
func withoutNotices(lines []string) []string {
	kept := append([]string(nil), lines...)
	for i := 0; i < len(kept); i++ {
		switch {
		case notice().MatchString(kept[i]):
			kept[i] = ""
		case news().MatchString(kept[i]) && !failed().MatchString(kept[i]):
			last := min(len(kept), i+1+ofNews)
			for kept[i] = ""; i+1 < last && update().MatchString(kept[i+1]) && !failed().MatchString(kept[i+1]); i++ {
				kept[i+1] = ""
			}
		}
	}
	return kept
}
