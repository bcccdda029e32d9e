package cli

import (
	"context"
	"maps"
	"net/url"
	"strings"

	"devservers/app"
	"devservers/cli/client"
)

// ofMembers gets what of servers and tasks, in their order, with one request for those of a project that follow each
// other.
func ofMembers[T any](ctx context.Context, s *Session, members []app.Status, what string, query url.Values) ([]T,
	error) {
	all := []T{}
	for len(members) > 0 {
		id, names := members[0].Project, []string{}
		for len(members) > 0 && members[0].Project == id {
			names, members = append(names, members[0].Name), members[1:]
		}
		q := url.Values{"server": {strings.Join(names, ",")}}
		maps.Copy(q, query)
		var part []T
		if err := s.Get(ctx, client.ProjectPath(id)+"/"+what, q, &part); err != nil {
			return nil, err
		}
		all = append(all, part...)
	}
	return all, nil
}
