package command

import (
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tijian/engine"
	"tijian/internal/waittest"
)

// A service that is told to keeps what it was asked, without the name.
func TestRequestsAreKept(t *testing.T) {
	c := settings(t.TempDir(), engine.Files{})
	c.ReplayDir, c.ReplaySize, c.ReplayKeep = filepath.Join(c.Data.Data, "replay"), 1<<20, time.Hour
	s := run(t, c, slog.New(slog.DiscardHandler))
	token := s.login()
	s.call(http.MethodPost, "/api/samples", token, `{"samples": []}`, http.StatusBadRequest, nil)
	s.call(http.MethodPost, "/api/samples", token, `{"user_identifier": "110101197605011234", "namespace": "n", "datetime": "2026-11-20T08:00:00Z", "profile": {"dob": "1976-05-01", "gender": "male"},
		"health_background": {"has_diabetes": false, "is_taking_antihypertensive_therapy": false, "has_cvd": false, "smoke_daily_frequency": 0, "has_hbp": false},
		"samples": [{"name": "triglycerides", "value": 1.75}]}`, http.StatusOK, nil)
	var kept string
	waittest.Until(t, "a request is kept", func() bool {
		files, err := filepath.Glob(filepath.Join(c.ReplayDir, "*.jsonl"))
		if err != nil || len(files) == 0 {
			return false
		}
		data, err := os.ReadFile(files[0])
		kept = string(data)
		return err == nil && strings.HasSuffix(kept, "\n")
	})
	if strings.Count(kept, "\n") != 1 || !strings.Contains(kept, `"value":1.75`) || strings.Contains(kept, "1101") {
		t.Errorf("kept:\n%s", kept)
	}
}
