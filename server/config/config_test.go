package config

import (
	"strings"
	"testing"
	"time"
)

func TestDSN(t *testing.T) {
	if got := (Data{Data: "d"}).DSN(); got != "sqlite:d/tijian.db" {
		t.Error(got)
	}
	if got := (Data{Data: "d", Database: "postgres://x/y"}).DSN(); got != "postgres://x/y" {
		t.Error(got)
	}
}

func TestCheck(t *testing.T) {
	good := HTTP{TokenLifetime: time.Minute, MaxBatch: 1, MaxBody: 1, MaxSamples: 1, MaxText: 1, QueueLimit: 1, ClientLimit: 1}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(*HTTP){
		"TIJIAN_MAX_BATCH":      func(h *HTTP) { h.MaxBatch = 0 },
		"TIJIAN_MAX_BODY":       func(h *HTTP) { h.MaxBody = -1 },
		"TIJIAN_MAX_TEXT":       func(h *HTTP) { h.MaxText = 0 },
		"TIJIAN_TASKS_RATE":     func(h *HTTP) { h.TasksRate = -1 },
		"TIJIAN_TOKEN_LIFETIME": func(h *HTTP) { h.TokenLifetime = time.Second },
		"TIJIAN_RELOAD_TOKEN":   func(h *HTTP) { h.ReloadToken = "short" },
		"TIJIAN_QUEUE_LIMIT":    func(h *HTTP) { h.QueueLimit = -1 },
	} {
		bad := good
		change(&bad)
		if err := bad.Check(); err == nil || !strings.Contains(err.Error(), name+" ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCheckOfWork(t *testing.T) {
	good := Work{CallbackTries: 1, CallbackBackoff: time.Millisecond}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
	for name, bad := range map[string]Work{
		"TIJIAN_CALLBACK_TRIES":   {CallbackBackoff: time.Second},
		"TIJIAN_CALLBACK_BACKOFF": {CallbackTries: 6, CallbackBackoff: -time.Second},
	} {
		if err := bad.Check(); err == nil || !strings.HasPrefix(err.Error(), name+" is ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
