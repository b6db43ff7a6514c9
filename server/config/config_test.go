package config

import (
	"strings"
	"testing"
)

func TestNets(t *testing.T) {
	nets, err := Work{AllowNets: []string{"127.0.0.1", " 10.1.2.3/8", "", "fd00::/8"}}.Nets()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, n := range nets {
		got = append(got, n.String())
	}
	if want := "127.0.0.1/32 10.0.0.0/8 fd00::/8"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
	if _, err := (Work{AllowNets: []string{"10.0.0.0/99"}}).Nets(); err == nil || !strings.Contains(err.Error(), `"10.0.0.0/99"`) {
		t.Errorf("a bad network gave %v", err)
	}
}

func TestDSN(t *testing.T) {
	if got := (Data{Data: "d"}).DSN(); got != "sqlite:d/tijian.db" {
		t.Error(got)
	}
	if got := (Data{Data: "d", Database: "postgres://x/y"}).DSN(); got != "postgres://x/y" {
		t.Error(got)
	}
}
