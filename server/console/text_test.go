package console

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tijian/engine/assess"
	"tijian/engine/draft"
	"tijian/engine/record"
	"tijian/engine/references"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
	"tijian/engine/sheet"
	"tijian/ocr/picture"
	"tijian/ocr/quality"
	"tijian/server/audit"
	"tijian/server/cases"
	"tijian/server/console/answer"
	"tijian/server/console/newform"
	"tijian/server/console/words"
	"tijian/server/factor"
	"tijian/server/session"
	"tijian/server/task"
	"tijian/server/unread"
	"tijian/server/user"
)

// Both languages have the same keys with the same places for data, and no key
// is unused. Keys that code puts together begin with one of the stems.
func TestWords(t *testing.T) {
	var code strings.Builder
	for _, pattern := range []string{"*.go", "*/*.go", "templates/*.html"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if !strings.HasSuffix(file, "_test.go") && file != "doc.go" {
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				code.Write(data)
			}
		}
	}
	used := map[string]bool{}
	for _, quoted := range regexp.MustCompile(`"([a-z][a-z0-9_.]*)"`).FindAllStringSubmatch(code.String(), -1) {
		used[quoted[1]] = true
	}
	for _, n := range nav {
		used[n.name+".nav"], used[n.name+".about"] = true, true
	}
	for lang := range templates() {
		for name := range templates()[lang] {
			used[name+".title"] = true
		}
	}
	for _, role := range user.Roles() {
		used["role."+string(role)], used["role.may."+string(role)] = true, true
	}
	for _, status := range []task.Status{task.Created, task.Processing, task.Done, task.Failed} {
		used["report.status."+string(status)] = true
	}
	used["report.error.gone"], used["operation.error."+picture.FetchError] = true, true
	used["audit.via.age"], used["audit.via.link"] = true, true
	for _, state := range cases.States() {
		used["visit.state."+string(state)] = true
	}
	for _, certainty := range []string{"sure", "doubtful", "none"} {
		used["report.certainty."+certainty] = true
	}
	for _, kind := range []string{quality.PixelError, quality.SizeError, quality.DefinitionError,
		picture.FormatError, picture.FetchError, "OCR_ERROR"} {
		used["report.error."+kind] = true
		if words.In("zh")["report.error."+kind] == "" {
			t.Errorf("nobody is told what to do about %s", kind)
		}
	}
	for _, status := range answer.Statuses {
		used["findings."+status] = true
	}
	for _, b := range ruleset.Backgrounds {
		used["assess."+b.Name] = true
	}
	for _, act := range draftActs {
		used["draft.do."+act] = true
	}
	for _, kind := range []references.Kind{references.Constant, references.Table, references.Derived, references.Risk, references.Text, references.Case} {
		used["where.kind."+string(kind)] = true
	}
	for _, kind := range []string{unread.Pictures, unread.Texts} {
		used["unread."+kind], used["unread."+kind+".sum"] = true, true
	}
	for _, kind := range []regress.Kind{regress.Level, regress.Color, regress.Ideal, regress.Value, regress.Risk, regress.Derived, regress.Assumption, regress.Alert, regress.Order, regress.Says, regress.MustNotSay} {
		used["check."+string(kind)] = true
	}
	used["sheet."+sheet.Agreed], used["sheet."+sheet.Rejected] = true, true
	for _, act := range append(slices.Clone(draftActs), "changes") {
		used["job."+act] = true
	}
	for _, key := range findingLists {
		used["finding."+key] = true
	}
	for _, h := range draft.WordKinds {
		used["term.kind."+h.Key] = true
	}
	for _, kind := range []string{factor.App, factor.Passkey} {
		used["factor.kind."+kind] = true
	}
	for _, kind := range []string{session.Console, session.API} {
		used["login.kind."+kind] = true
	}
	for _, event := range audit.Events() {
		used["audit.event."+event] = true
	}
	for _, kind := range audit.Kinds() {
		used["audit.kind."+kind] = true
	}
	for i := range newform.Whom {
		used["new.whom."+strconv.Itoa(i)] = true
	}
	for _, kept := range []string{"cases", "pictures", "tasks", "open", "audit"} {
		used["operation.keep."+kept] = true
	}
	for _, via := range []string{"console", "api", "command", "start"} {
		used["audit.via."+via] = true
	}
	for _, pages := range subpages {
		for _, page := range pages {
			used[page.Name+".nav"] = true
		}
	}
	values := []string{string(assess.Male), string(assess.Female)}
	for _, a := range live().Snapshot().Rules.Arguments {
		values = append(values, a.Allowed...)
	}
	for _, value := range values {
		used["value."+value] = true
		if words.In("zh")["value."+value] == "" {
			t.Errorf("readers are shown %s", value)
		}
	}
	for _, r := range []string{assess.PrintedRange, assess.TableRange, assess.IgnoredRange} {
		used["why."+r] = true
	}
	for _, tag := range []string{"as", "added", "confirmed", "corrected"} {
		used["report.tag."+tag] = true
	}
	for _, sign := range []string{"", "H", "L", "A"} {
		used["sign."+sign] = true
	}
	used["history."+record.Released], used["history."+record.RolledBack] = true, true
	places := regexp.MustCompile(`%[a-z]`)
	for key, zh := range words.In("zh") {
		en, ok := words.In("en")[key]
		if !ok {
			t.Errorf("words.yaml has no English of %s", key)
		}
		if a, b := places.FindAllString(zh, -1), places.FindAllString(en, -1); !slices.Equal(a, b) {
			t.Errorf("%s has %v in Chinese and %v in English", key, a, b)
		}
		if !used[key] {
			t.Errorf("nothing uses %s", key)
		}
	}
	for key := range words.In("en") {
		if _, ok := words.In("zh")[key]; !ok {
			t.Errorf("words.yaml has no Chinese of %s", key)
		}
	}
	for _, asked := range regexp.MustCompile(`(?:\{t |\(t |fail\([^,]+, |say\()"([^"]+)"`).FindAllStringSubmatch(code.String(), -1) {
		if _, ok := words.In("zh")[asked[1]]; !ok && !strings.HasSuffix(asked[1], ".") {
			t.Errorf("no words for %s", asked[1])
		}
	}
}
