package supervisor

import (
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/app/engine/machine"
	"devservers/app/engine/server"
	"devservers/app/project"
)

// idler is a ready server redis with an idle timeout of 10 minutes, and web, which depends on it.
type idler struct {
	s          *Supervisor
	p          *managedProject
	redis, web *managed
}

func newIdler(t *testing.T) *idler {
	timeout := 10 * time.Minute
	global, err := settings.Open(filepath.Join(t.TempDir(), "config.yml"))
	if err != nil {
		t.Fatal(err)
	}
	s := &Supervisor{Activity: new(machine.Activity), Pins: server.OpenPins(filepath.Join(t.TempDir(), "pins.json")),
		global: global}
	p := &managedProject{s: s, id: "shop", Declared: &project.Declared{}, servers: map[string]*managed{}}
	add := func(name string, on ...config.Dependency) *managed {
		m := &managed{s: s, p: p, Server: server.Server{Ref: app.Ref{Project: p.id, Name: name}, Want: server.Want{Up: true}}}
		m.Spec = config.Server{Name: name, Kind: config.KindServer, DependsOn: on,
			Limits: config.Limits{IdleTimeout: &timeout}}
		m.Status.State = app.Ready
		p.servers[name] = m
		s.Activity.Touch(m.Ref)
		return m
	}
	return &idler{s, p, add("redis"), add("web", config.Dependency{Name: "redis", Until: config.UntilReady})}
}

// after returns how long it takes until a server is put to sleep, or 0 if it isn't within an hour.
func (i *idler) after(m *managed) time.Duration {
	began := time.Now()
	o := &overseer{s: i.s, p: i.p, m: m}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for time.Since(began) < time.Hour {
		<-timer.C
		if o.setIdle(timer); m.Want.Cause == app.CauseIdle {
			return time.Since(began)
		}
	}
	return 0
}

func TestRulesOfSleep(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		given func(*idler)
		want  time.Duration // until redis sleeps
	}{
		"unused": {func(i *idler) { i.web.Status.State, i.web.Want.Up = app.Sleeping, false }, 10 * time.Minute},
		"needed": {func(*idler) {}, 0},
		"needed for a while": {func(i *idler) {
			time.AfterFunc(20*time.Minute+time.Second, func() { // not at the moment of a look
				i.s.mu.Lock()
				defer i.s.mu.Unlock()
				i.web.Status.State, i.web.Want.Up = app.Sleeping, false
			})
		}, 30 * time.Minute},
		"pinned": {func(i *idler) {
			i.web.Status.State, i.web.Want.Up = app.Stopped, false
			_, _ = i.s.Pins.Set(i.redis.Ref, true, me)
		}, 0},
		"watched for a while": {func(i *idler) {
			i.web.Status.State, i.web.Want.Up = app.Stopped, false
			time.AfterFunc(7*time.Minute, i.s.Activity.Attend(i.redis.Ref))
		}, 17 * time.Minute},
		"used": {func(i *idler) {
			i.web.Status.State, i.web.Want.Up = app.Stopped, false
			time.AfterFunc(9*time.Minute, func() { i.s.Activity.Touch(i.redis.Ref) })
		}, 19 * time.Minute},
		"no timeout": {func(i *idler) {
			i.web.Status.State, i.web.Want.Up = app.Stopped, false
			i.redis.Spec.IdleTimeout = new(time.Duration)
		}, 0},
		"a task": {func(i *idler) {
			i.web.Status.State, i.web.Want.Up = app.Stopped, false
			i.redis.Spec.Kind = config.KindTask
		}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				i := newIdler(t)
				c.given(i)
				if got := i.after(i.redis); got < c.want || got > c.want+2*idleLook || c.want == 0 && got != 0 {
					t.Errorf("asleep after %s, not %s", got, c.want)
				}
			})
		})
	}
}

func TestCountDownShowsWhenAServerWillSleep(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		i := newIdler(t)
		timer := time.NewTimer(time.Hour)
		defer timer.Stop()
		(&overseer{s: i.s, p: i.p, m: i.web}).setIdle(timer)
		(&overseer{s: i.s, p: i.p, m: i.redis}).setIdle(timer)
		if at := i.web.Status.IdleStop; at == nil || time.Until(*at) != 10*time.Minute || i.redis.Status.IdleStop != nil {
			t.Errorf("web: %v, redis: %v", at, i.redis.Status.IdleStop)
		}
	})
}
