package command

import (
	"bytes"
	"strings"
	"testing"

	"tijian/engine/record"
)

// A release may alter a hundred files: the history tells how many, and lists
// them only when asked.
func TestHistoryListsChangesWhenAsked(t *testing.T) {
	entry := record.Entry{Number: 1, Act: record.Released, From: "2026.1", Version: "2026.2",
		Effect: &record.Effect{Changes: []record.Change{{File: "cues.yaml", What: "少了 1 项：排除"}}}}
	for _, c := range []struct {
		changes bool
		want    string
		not     string
	}{
		{false, "1 个词典、公式等文件有变化", "排除"},
		{true, "cues.yaml: 少了 1 项：排除", "个词典"},
	} {
		var out bytes.Buffer
		if err := show(Streams{Out: &out, Lang: "zh"}, entry, c.changes); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), c.want) || strings.Contains(out.String(), c.not) {
			t.Errorf("changes %v: %s", c.changes, &out)
		}
	}
}
