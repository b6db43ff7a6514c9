package config

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

// The page for operators names every setting with its default and meaning.
func TestOperationsPage(t *testing.T) {
	data, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	settings := 0
	for _, part := range []any{Data{}, Logs{}, Work{}, Alone{}, HTTP{}, Replay{}, MLLP{}} {
		for _, f := range reflect.VisibleFields(reflect.TypeOf(part)) {
			name := f.Tag.Get("env")
			if name == "" {
				continue
			}
			settings++
			shown := ""
			if d := f.Tag.Get("default"); d != "" && d != "-1" {
				shown = "`" + d + "`"
			}
			if row := "| `" + name + "` | " + shown + " | " + f.Tag.Get("en") + " |\n"; !strings.Contains(page, row) {
				t.Errorf("docs/operations.md lacks the row\n%s", row)
			}
		}
	}
	if rows := strings.Count(page, "\n| `TIJIAN_"); rows != settings {
		t.Errorf("docs/operations.md has %d settings, the service %d", rows, settings)
	}
}
