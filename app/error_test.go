package app

import "testing"

func TestPortOwnerDescribe(t *testing.T) {
	t.Parallel()
	for want, owner := range map[string]PortOwner{
		"PID 812 (python manage.py runserver), from another checkout of this project, /home/a/other, 3h old": {
			PID: 812, Command: "python manage.py runserver", Dir: "/home/a/other", Age: "3h", Kind: OwnerCheckout},
		"PID 812 (vite), our own shop/web":   {PID: 812, Command: "vite", Server: "shop/web", Kind: OwnerOurs},
		"a process of another user (uid 33)": {UID: 33, Kind: OwnerForeign},
	} {
		if got := owner.Describe(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
