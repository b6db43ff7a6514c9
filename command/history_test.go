package command

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"tijian/engine/record"
)

// A release may alter a hundred files: the history tells how many groups of changes
// it has, and lists them only when asked: of earlier versions file by file, else as
// they were signed.
func TestHistoryListsChangesWhenAsked(t *testing.T) {
	entry := record.Entry{Number: 1, Act: record.Released, From: "2026.1", Version: "2026.2",
		Effect: &record.Effect{Changes: []record.Change{{File: "cues.yaml", What: "少了 1 项：排除"}}},
		Signed: []record.Signed{{Group: "a1", What: "甘油三酯的回答", Count: 1, Changes: []string{"x.yaml:5 H1 → N0"}, Reason: "指南", Comment: "看过", By: "乙", On: time.Date(2026, 11, 26, 12, 0, 0, 0, time.Local)}}}
	for _, c := range []struct {
		changes bool
		want    string
		not     string
	}{
		{false, "2 组改动", "排除"},
		{true, "cues.yaml: 少了 1 项：排除\n   a1: 甘油三酯的回答（1 处），乙 于 2026-11-26 同意；“指南”；“看过”\n     x.yaml:5 H1 → N0\n", "组改动"},
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
