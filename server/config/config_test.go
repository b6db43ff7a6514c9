package config

import "testing"

func TestDSN(t *testing.T) {
	if got := (Data{Data: "d"}).DSN(); got != "sqlite:d/tijian.db" {
		t.Error(got)
	}
	if got := (Data{Data: "d", Database: "postgres://x/y"}).DSN(); got != "postgres://x/y" {
		t.Error(got)
	}
}
