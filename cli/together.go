package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"sync"

	"devservers/app"
	"devservers/cli/client"
	"devservers/cli/view"
)

// together does the same to several servers at once, shows what each is waiting for, and prints the block of each as
// soon as it is settled. The first failure decides the exit code.
func together(ctx context.Context, s *Session, chosen []app.Status, waiting string,
	do func(st app.Status, name string) (out view.Outcome, block string)) error {
	names := view.LabelsOf(chosen)
	show := s.Program.Progress(names.Order, s.Program.JSON)
	watching, stopWatching := context.WithCancel(ctx)
	var watch, all sync.WaitGroup
	if show.Live && waiting == "" {
		watch.Go(func() { watchStates(watching, s, names, show) })
	}
	outcomes := make([]view.Outcome, len(chosen))
	for i, st := range chosen {
		show.Say(names.Names[st.Ref()], waiting)
		all.Go(func() {
			var block string
			if outcomes[i], block = do(st, names.Padded(st.Ref())); ctx.Err() == nil {
				show.Settle(names.Names[st.Ref()], block)
			}
		})
	}
	all.Wait()
	stopWatching()
	watch.Wait()
	show.End()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return finish(s.Program, outcomes)
}

// finish answers with all outcomes and turns the first failure into the exit code.
func finish(p *Program, outcomes []view.Outcome) error {
	if p.JSON {
		if err := p.answer(outcomes); err != nil {
			return err
		}
	}
	for _, o := range outcomes {
		if o.Error != nil {
			return silent(outcomeExit(o.Error))
		}
	}
	return nil
}

// watchStates shows, live, what servers are waiting for. It only helps the eye: nothing is lost when the stream fails.
func watchStates(ctx context.Context, s *Session, names view.Labels, show *view.Progress) {
	body, err := s.Stream(ctx, "/api/status/stream", nil)
	if err != nil {
		return
	}
	defer body.Close()
	_ = client.Events(body, func(data []byte) {
		var all []app.Status
		_ = json.Unmarshal(data, &all) // the last event, when the manager stops, has none
		for _, st := range all {
			name, ok := names.Names[st.Ref()]
			if !ok {
				continue
			}
			text := cmp.Or(st.Reason, string(st.State))
			show.Say(name, view.Plain(text))
		}
	})
}
