package engine

import "testing"

func TestOnDisk(t *testing.T) {
	for _, test := range []struct{ rules, name, want string }{
		{"/srv/rules", "rules/2026.1/manifest.yaml", "/srv/rules/2026.1/manifest.yaml"},
		{"/srv/rules", "rules", "/srv/rules"},
		{"my/rules", "my/rules/current.yaml", "my/rules/current.yaml"},
		{"", "rules/current.yaml", "rules/current.yaml"},
		{"/srv/rules", "dictionaries/units.yaml", "dictionaries/units.yaml"},
	} {
		if got := (Files{Rules: test.rules}).OnDisk(test.name); got != test.want {
			t.Errorf("%s of %s: %s, want %s", test.name, test.rules, got, test.want)
		}
	}
}
