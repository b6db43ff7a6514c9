package rules_test

import (
	"slices"
	"strings"
	"testing"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
	"tijian/rules"
)

// Words one of which a tip of level 4 must have: it sends the reader to a
// doctor now.
var urgent = []string{"立即", "今天", "马上", "急诊", "当天"}

// What the texts of the version in force promise their readers.
func TestTexts(t *testing.T) {
	dict, list := dictionary.Load(dictionaries.Active())
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	set, list := ruleset.Load(rules.FS, "", dict)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	type use struct{ indicator, level string }
	tips, hints := map[string]use{}, map[string]use{}
	for _, indicator := range dict.All() {
		if len(set.Tables[indicator.Name]) == 0 {
			t.Errorf("%s (%s) has no table", indicator.Name, indicator.Title)
		}
		for _, table := range set.Tables[indicator.Name] {
			inTable := map[string]bool{}
			for _, row := range table.Rows {
				for _, text := range []string{row.Tip, row.Hint} {
					if text == "" {
						t.Errorf("%s: row without tip or hint", row.At)
					}
					if inTable[text] {
						t.Errorf("%s: text twice in one table: %s", row.At, text)
					}
					inTable[text] = true
					if strings.Contains(strings.ReplaceAll(text, "癌胚抗原", ""), "癌") {
						t.Errorf("%s: frightening: %s", row.At, text)
					}
				}
				// Tables of one indicator, for men and women say, may share
				// texts, but then the tip must mean the same level.
				if other, ok := tips[row.Tip]; ok && other != (use{indicator.Name, row.Level.ID}) {
					t.Errorf("%s: tip of %s %s also used here: %s", row.At, other.indicator, other.level, row.Tip)
				}
				tips[row.Tip] = use{indicator.Name, row.Level.ID}
				if other, ok := hints[row.Hint]; ok && other.indicator != indicator.Name {
					t.Errorf("%s: hint of %s also used here: %s", row.At, other.indicator, row.Hint)
				}
				hints[row.Hint] = use{indicator.Name, row.Level.ID}
				if row.Level.Severity == 4 && !slices.ContainsFunc(urgent, func(word string) bool { return strings.Contains(row.Tip, word) }) {
					t.Errorf("%s: level %s does not send to a doctor now: %s", row.At, row.Level.ID, row.Tip)
				}
				if len(row.Sources) == 0 {
					t.Errorf("%s: row without source", row.At)
				}
			}
		}
	}
}
