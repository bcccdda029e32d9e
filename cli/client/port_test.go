package client

import "testing"

func TestParsePort(t *testing.T) {
	for value, want := range map[string]int{"7912": 7912, "0": 0, "65535": 65535} {
		if port, given, err := ParsePort(value); port != want || !given || err != nil {
			t.Errorf("%q: %d %t %v", value, port, given, err)
		}
	}
	if _, given, err := ParsePort(""); given || err != nil {
		t.Errorf("unset: %t %v", given, err)
	}
	for _, value := range []string{"7912x", "abc", "-1", "65536", " 7912", "7912 "} {
		if _, given, err := ParsePort(value); given || err == nil {
			t.Errorf("%q is taken for a port", value)
		}
	}
}
