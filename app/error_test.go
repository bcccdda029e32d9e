package app

import "testing"

func TestPortOwnerDescribe(t *testing.T) {
	t.Parallel()
	for want, owner := range map[string]PortOwner{
		"python from another checkout of this project, /home/a/other, 3h old, PID 812 (python manage.py runserver)": {
			PID: 812, Command: "python manage.py runserver", Dir: "/home/a/other", Age: "3h", Kind: OwnerCheckout},
		"our own shop/web, PID 812 (vite)":                 {PID: 812, Command: "vite", Server: "shop/web", Kind: OwnerOurs},
		"node in /srv, 7s old, PID 9 (/usr/bin/node -e 1)": {PID: 9, Command: "/usr/bin/node -e 1", Dir: "/srv", Age: "7s"},
		"a process of another user (uid 33)":               {UID: 33, Kind: OwnerForeign},
	} {
		if got := owner.Describe(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
