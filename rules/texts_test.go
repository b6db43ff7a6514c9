package rules_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tijian/engine/assess"
	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/ruleset"
	"tijian/internal/rulestest"
	"tijian/rules"
)

// Words one of which a tip of level 4 must have: it sends the reader to a
// doctor now.
var urgent = []string{"立即", "今天", "马上", "急诊", "当天"}

// Every version that ships loads without problems, with its own dictionary, and its
// texts keep what they promise their readers.
func TestTexts(t *testing.T) {
	for _, version := range ruleset.Versions(rules.FS) {
		t.Run(version, func(t *testing.T) { checkTexts(t, rulestest.Version(t, version)) })
	}
}

func checkTexts(t *testing.T, set *ruleset.Set) {
	type use struct{ indicator, level string }
	tips, hints := map[string]use{}, map[string]use{}
	for _, indicator := range set.Dictionary.All() {
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

// open are the version in force and the one that is being written: what sealed ones
// say was held to this when they were, and nobody can change it.
func open() []string {
	return slices.Compact([]string{rules.Active(), ruleset.Newest(rules.FS)})
}

// Whoever reads a tip in orange or red is told where to go.
func TestGraveRowsNameADoctor(t *testing.T) {
	const grave = 4
	place := regexp.MustCompile(`医生|医院|就医|就诊|复诊|急诊|门诊|科|120`)
	for _, version := range open() {
		rows := 0
		for _, byName := range rulestest.Version(t, version).AllTables() {
			for _, tables := range byName {
				for _, table := range tables {
					for _, row := range table.Rows {
						if row.Color < grave {
							continue
						}
						if rows++; !place.MatchString(row.Tip) {
							t.Errorf("%s: colour %d names no doctor: %s", row.At, row.Color, row.Tip)
						}
					}
				}
			}
		}
		if rows == 0 {
			t.Errorf("%s has no grave rows", version)
		}
	}
}

// No man reads of pregnancy, and no woman of seventy of her menses, but for the
// hormones that are measured because of them.
func TestTextsFitTheReader(t *testing.T) {
	foreign := regexp.MustCompile(`孕|妊娠|月经|经期|产后|哺乳|避孕|产科`)
	at := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	readers := []assess.Person{
		{Sex: assess.Male, Born: at.AddDate(-45, 0, 0), At: at},
		{Sex: assess.Female, Born: at.AddDate(-70, 0, 0), At: at},
	}
	for _, version := range open() {
		set := rulestest.Version(t, version)
		engine := assess.New(set)
		for _, indicator := range set.Dictionary.All() {
			if indicator.Category == "hormones" {
				continue
			}
			var conditions []*expression.Condition
			for _, table := range set.Tables[indicator.Name] {
				conditions = append(conditions, table.Conditions()...)
			}
			for _, value := range lattice.New(indicator, lattice.Side{Set: set, Conditions: conditions}).Last().Points { // one of each row
				for _, reader := range readers {
					got, err := engine.Assess(&assess.Request{Person: reader, Samples: []assess.Sample{{Name: indicator.Name, Value: value.(float64)}}, NoTrace: true, NoDerived: true})
					if err != nil {
						t.Fatal(err)
					}
					if text := got.Samples[0].Tip + got.Samples[0].Hint; foreign.MatchString(text) {
						t.Errorf("%s: %s %v of a %s reader: %s", version, indicator.Name, value, reader.Sex, text)
					}
				}
			}
		}
	}
}
