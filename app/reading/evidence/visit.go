package evidence

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
)

const (
	loadTime       = 15 * time.Second       // a page that has not loaded by then is not waited for
	quietTime      = 400 * time.Millisecond // a page without requests and complaints for so long is done
	settleTime     = 3 * time.Second        // after it loaded, a page that goes on requesting is not waited for
	pictureTime    = 5 * time.Second        // for a picture of a page that has loaded
	hurryTime      = time.Second            // for one of a page that has not
	closeTime      = 2 * time.Second        // for the page to close
	lastLoadMoment = 2 * time.Second        // before the end of the caller's patience
	pageWidth      = 1280                   // pixels
	pageHeight     = 800
)

// browserAgent names us to the server, behind what the browser calls itself.
const browserAgent = " devservers (check of an edit)"

// pageAddress returns the address of a page. It is one of the server at base, whatever path says.
func pageAddress(base, path string) (*url.URL, error) {
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || !loopback(u.Hostname()) {
		return nil, fmt.Errorf("only pages of servers on this machine are opened, not %s", words.Quote(base))
	}
	page, err := url.Parse(u.Scheme + "://" + u.Host + path)
	if err != nil || !strings.HasPrefix(path, "/") || page.Host != u.Host {
		return nil, fmt.Errorf("%s is not the path of a page", words.Quote(path))
	}
	return page, nil
}

// loopback reports whether a name is this machine.
func loopback(host string) bool {
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || host == "127.0.0.1" || host == "::1"
}

// visit is one page in a browser, from opening to closing.
type visit struct {
	*program
	address *url.URL
	session string
	target  string
	own     string // the id of its storage, which is apart from that of other pages
	seen    *observed
}

func newVisit(p *program, address *url.URL) *visit {
	return &visit{program: p, address: address, seen: newObserved(address)}
}

// load opens the page, waits until it is quiet, adds what was observed, and returns a picture as PNG.
func (v *visit) load(ctx context.Context, load *app.PageLoad) []byte {
	limited, cancel := v.limit(ctx)
	defer cancel()
	defer v.close()
	err := v.open(limited)
	if err == nil {
		err = v.settle(limited)
	}
	short := ctx.Err() != nil || limited.Err() != nil && time.Since(load.At) < loadTime
	v.seen.into(load, limited.Err() != nil && !short)
	switch {
	case err != nil && limited.Err() == nil:
		load.Unknown = err.Error()
	case short && !load.Loaded:
		load.Unknown = fmt.Sprintf("it had not finished loading after %s", words.Duration(time.Since(load.At)))
	}
	if errors.Is(err, errEnded) {
		return nil
	}
	return v.picture(ctx, load.Loaded)
}

// limit bounds the load, so that what is known can still be said in the caller's time.
func (v *visit) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	most := loadTime
	if end, ok := ctx.Deadline(); ok {
		most = min(most, max(time.Until(end)-lastLoadMoment, lastLoadMoment))
	}
	return context.WithTimeout(ctx, most)
}

// open makes an empty page with storage of its own, watches it, and leads it to the address.
func (v *visit) open(ctx context.Context) error {
	var storage struct{ BrowserContextID string }
	if err := v.call(ctx, "", "Target.createBrowserContext", map[string]any{"disposeOnDetach": true},
		&storage); err != nil {
		return err
	}
	v.own = storage.BrowserContextID
	var target struct{ TargetID string }
	err := v.call(ctx, "", "Target.createTarget",
		map[string]any{"url": "about:blank", "browserContextId": v.own, "width": pageWidth, "height": pageHeight}, &target)
	if err != nil {
		return err
	}
	v.target = target.TargetID
	var attached struct{ SessionID string }
	if err := v.call(ctx, "", "Target.attachToTarget", map[string]any{"targetId": v.target, "flatten": true},
		&attached); err != nil {
		return err
	}
	v.session = attached.SessionID
	v.seen.frame = v.target
	v.watch(v.session, v.seen.event)
	return v.begin(ctx)
}

func (v *visit) begin(ctx context.Context) error {
	type params = map[string]any
	for _, c := range []struct {
		method string
		params params
	}{
		{"Browser.setDownloadBehavior", params{"behavior": "deny", "browserContextId": v.own}},
		{"Emulation.setDeviceMetricsOverride", params{"width": pageWidth, "height": pageHeight, "deviceScaleFactor": 1,
			"mobile": false}},
		{"Network.setUserAgentOverride", params{"userAgent": v.agent + browserAgent}},
		{"Page.enable", nil}, {"Runtime.enable", nil}, {"Network.enable", nil}, {"Log.enable", nil},
		{"Fetch.enable", params{"patterns": []params{{"urlPattern": "*", "resourceType": "Document"}}}},
		{"Page.navigate", params{"url": v.address.String()}},
	} {
		session := v.session
		if strings.HasPrefix(c.method, "Browser.") {
			session = ""
		}
		if c.method == "Page.navigate" { // it is answered late, if the server is late
			go func() { _ = v.call(ctx, session, c.method, c.params, nil) }()
			continue
		}
		if err := v.call(ctx, session, c.method, c.params, nil); err != nil {
			return err
		}
	}
	return nil
}

// settle does what events ask for until the page is quiet.
func (v *visit) settle(ctx context.Context) error {
	for {
		todo, wait := v.seen.next(time.Now())
		for _, c := range todo {
			if err := v.call(ctx, v.session, c.method, c.params, nil); errors.Is(err, errEnded) {
				return err
			}
		}
		if wait <= 0 {
			return nil
		}
		select {
		case <-v.seen.news:
		case <-time.After(wait):
		case <-v.ended:
			return errEnded
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// picture takes a picture of what a person would see.
func (v *visit) picture(ctx context.Context, loaded bool) []byte {
	most := pictureTime
	if !loaded {
		most = hurryTime
	}
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	var shot struct{ Data []byte }
	if v.session == "" || v.call(ctx, v.session, "Page.captureScreenshot", map[string]any{"format": "png"}, &shot) != nil {
		return nil
	}
	return shot.Data
}

// close closes the page and drops its storage. A browser that doesn't do so is of no use any more.
func (v *visit) close() {
	v.watch(v.session, nil)
	if v.own == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), closeTime)
	defer cancel()
	if v.call(ctx, "", "Target.disposeBrowserContext", map[string]any{"browserContextId": v.own}, nil) != nil {
		v.kill()
	}
}

// command is something that an event asks for.
type command struct {
	method string
	params map[string]any
}

func decode[T any](params json.RawMessage) (t T) {
	_ = json.Unmarshal(params, &t) // what it lacks stays empty
	return t
}
