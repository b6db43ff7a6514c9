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
		"TIJIAN_CASE_DAYS":      func(h *HTTP) { h.CaseDays = -1 },
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

func TestCheckOfMLLP(t *testing.T) {
	good := MLLP{MLLPListen: "127.0.0.1:0", MLLPUser: "lis", Sending: Sending{MLLPSend: "tls://his.example.cn:2575"}, MLLPTries: 1, MLLPBackoff: time.Second, MLLPGiveUp: time.Hour}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(*MLLP){
		"TIJIAN_MLLP_USER":      func(m *MLLP) { m.MLLPUser = "" },
		"TIJIAN_MLLP_SEND":      func(m *MLLP) { m.MLLPSend = "his.example.cn" },
		"TIJIAN_MLLP_TRIES":     func(m *MLLP) { m.MLLPTries = 0 },
		"TIJIAN_MLLP_BACKOFF":   func(m *MLLP) { m.MLLPBackoff = 0 },
		"TIJIAN_MLLP_GIVE_UP":   func(m *MLLP) { m.MLLPGiveUp = 30 * 24 * time.Hour },
		"TIJIAN_MLLP_TLS_KEY":   func(m *MLLP) { m.MLLPCert = "cert.pem" },
		"TIJIAN_MLLP_TLS_CERT":  func(m *MLLP) { m.MLLPCert, m.MLLPKey = "none.pem", "none.pem" },
		"TIJIAN_MLLP_CLIENT_CA": func(m *MLLP) { m.MLLPClientCA = "ca.pem" },
	} {
		bad := good
		change(&bad)
		if err := bad.Check(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
