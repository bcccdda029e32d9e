package render

// ListedRuns is the answer of get_runs.
type ListedRuns struct {
	Runs      []ListedRun `json:"runs"`
	LeftOut   string      `json:"left_out,omitempty"`
	ViewerURL string      `json:"viewer_url"` // of a run: /p/<server>/runs/<run> below it
}

// ListedRun is one of them.
type ListedRun struct {
	Run    string `json:"run"`
	Of     string `json:"of"`     // a server, or a task and its number
	Result string `json:"result"` // running, succeeded, stopped, failed: ...
	Ended  string `json:"ended,omitempty"`
	Took   string `json:"took"`
	By     string `json:"by"`
	New    bool   `json:"new,omitempty"`
}
