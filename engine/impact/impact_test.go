package impact

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"tijian/engine/assess"
	"tijian/engine/change"
	"tijian/engine/dictionary"
	"tijian/engine/population"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/internal/rulestest"
)

// small loads the rule set of package ruleset's tests with replacements.
func small(t testing.TB, replacements ...string) *ruleset.Set {
	t.Helper()
	a, err := txtar.ParseFile("../ruleset/testdata/base.txtar")
	if err != nil {
		t.Fatal(err)
	}
	tree := fstest.MapFS{}
	for _, f := range a.Files {
		tree[f.Name] = &fstest.MapFile{Data: []byte(strings.NewReplacer(replacements...).Replace(string(f.Data)))}
	}
	names, _ := fs.Sub(tree, "dictionaries")
	d, list := dictionary.Load(names)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	files, _ := fs.Sub(tree, "rules")
	set, list := ruleset.Load(files, "", d)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return set
}

func person(sex assess.Sex, age int, samples ...assess.Sample) *assess.Request {
	at := time.Date(2026, 1, 15, 8, 0, 0, 0, time.UTC)
	return &assess.Request{Person: assess.Person{At: at, Born: at.AddDate(-age, 0, 0), Sex: sex}, Samples: samples}
}

func hgb(x float64) assess.Sample { return assess.Sample{Name: "hemoglobin", Value: x} }

// people: two women between the old and the new bound, a man whom it does not
// touch, a woman with high triglycerides and a request that is refused.
func people() []*assess.Request {
	return []*assess.Request{
		person(assess.Female, 30, hgb(116)), person(assess.Female, 72, hgb(119), hgb(140)), person(assess.Female, 35, hgb(121)), person(assess.Male, 50, hgb(116)),
		person(assess.Female, 51, assess.Sample{Name: "triglycerides", Value: 2.4}),
		person(assess.Female, 51, assess.Sample{Name: "triglycerides", Value: 2.4, Unit: "furlong"}),
	}
}

var edits = []string{
	"60 <= value < 115", "60 <= value < 120", "115 <= value <= 150", "120 <= value <= 150",
	"when: triglycerides >= 2.3, flag: 1", "when: triglycerides >= 2.3, flag: 3",
	"value >= 2.30, level: H2", "value >= 2.30, level: H1",
}

func TestPersonsCountedAtTheSameTime(t *testing.T) {
	r := Run(small(t), small(t, edits...), slices.Values(people()))
	if r.Persons != (Count{5, 3, 3, 1}) || r.Values != 6 || r.Failed != 1 || len(r.Failures) != 1 {
		t.Errorf("%+v", r)
	}
	if len(r.Indicators) != 2 || r.Indicators[0].Name != "hemoglobin" || r.Indicators[1].Name != "triglycerides" {
		t.Fatalf("%+v", r.Indicators)
	}
	h := r.Indicators[0]
	if h.Count != (Count{5, 2, 2, 0}) || h.Ideals != 4 || len(h.Moves) != 1 || h.Moves[0] != (Move{change.Grade{Level: "N0", Color: 1}, change.Grade{Level: "L1", Color: 3}, 2, 1, ""}) {
		t.Errorf("%+v", h)
	}
	if !slices.Equal(h.Before, []Held{{change.Grade{Level: "L1", Color: 3}, 1}, {change.Grade{Level: "N0", Color: 1}, 4}}) || !slices.Equal(h.After, []Held{{change.Grade{Level: "L1", Color: 3}, 3}, {change.Grade{Level: "N0", Color: 1}, 2}}) {
		t.Errorf("%v, then %v", h.Before, h.After)
	}
	var groups []string
	for _, g := range h.Groups {
		groups = append(groups, sexName(g.Sex, "en")+" "+g.Ages.In("en"))
	}
	if !slices.Equal(groups, []string{"men 50–59", "women 30–39", "women 70 or over"}) {
		t.Errorf("%q", groups)
	}
	if g := h.Groups[2]; g.Count != (Count{2, 1, 1, 0}) {
		t.Errorf("%+v", g)
	}
	if k := r.Risks; len(k) != 1 || k[0].Name != "ascvd" || k[0].Count != (Count{1, 1, 1, 0}) || k[0].Moves[0] != (Move{change.Grade{Level: "1", Color: -1}, change.Grade{Level: "3", Color: -1}, 1, 5, ""}) {
		t.Errorf("%+v", k)
	}
	if tg := r.Indicators[1]; tg.Milder != 1 || tg.Worse != 0 {
		t.Errorf("%+v", tg)
	}
}

func TestNothingChanges(t *testing.T) {
	set := rulestest.Active(t)
	model, list := population.Adults(set.Dictionary)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	r := Run(set, set, model.Requests(200, 1))
	if r.Persons.All != 200 || r.Persons.Changed != 0 || len(r.Indicators)+len(r.Risks) != 0 || r.Failed != 0 || r.Unchanged < 50 {
		t.Errorf("%+v", r)
	}
	var page strings.Builder
	if err := r.WriteHTML(&page, "zh"); err != nil || !strings.Contains(page.String(), "没有人受影响") {
		t.Errorf("%v\n%s", err, page.String())
	}
}

// The writers against golden files.
func TestWriters(t *testing.T) {
	r := Run(small(t), small(t, edits...), slices.Values(people()))
	r.From.Hash, r.To.Hash = "aaaaaaaaaaaa", "bbbbbbbbbbbb" // whatever the files' bytes are
	r.Place = func(n int) string { return fmt.Sprintf("people.jsonl:%d", n) }
	for name, write := range map[string]func(w io.Writer) error{
		"zh.txt":      func(w io.Writer) error { return r.WriteText(w, problem.Chinese) },
		"en.txt":      func(w io.Writer) error { return r.WriteText(w, problem.English) },
		"report.json": r.WriteJSON,
		"zh.html":     func(w io.Writer) error { return r.WriteHTML(w, problem.Chinese) },
		"en.html":     func(w io.Writer) error { return r.WriteHTML(w, problem.English) },
	} {
		var got strings.Builder
		if err := write(&got); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("testdata", name)
		if os.Getenv("GOLDEN") == "write" {
			if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got.String() != string(want) {
			t.Errorf("%s differs:\n%s", name, got.String())
		}
	}
}

// The page is well formed, and asks for nothing from elsewhere.
func TestPageStandsAlone(t *testing.T) {
	r := Run(small(t), small(t, edits...), slices.Values(people()))
	var page strings.Builder
	if err := r.WriteHTML(&page, problem.Chinese); err != nil {
		t.Fatal(err)
	}
	for _, foreign := range []string{"http", "<script", "@import", "url("} {
		if strings.Contains(page.String(), foreign) {
			t.Errorf("the page holds %q", foreign)
		}
	}
	d := xml.NewDecoder(strings.NewReader(page.String()))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	shapes := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "rect" {
			shapes++
		}
	}
	if shapes < 10 {
		t.Errorf("%d shapes drawn", shapes)
	}
}

func TestJSONIsWellFormed(t *testing.T) {
	r := Run(small(t), small(t, edits...), slices.Values(people()))
	var out strings.Builder
	if err := r.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Persons    Count
		Indicators []struct {
			Groups []Group
			Moves  []struct{ From, To string }
		}
	}
	if err := json.Unmarshal([]byte(out.String()), &got); err != nil {
		t.Fatal(err)
	}
	if got.Persons.Changed != 3 || len(got.Indicators) != 2 || got.Indicators[0].Groups[0].From != 50 || got.Indicators[0].Groups[0].Below != 60 || len(got.Indicators[0].Moves) == 0 {
		t.Errorf("%+v", got)
	}
}

func TestNiceCeilings(t *testing.T) {
	for share, want := range map[float64]float64{0: 0.01, 0.004: 0.004, 0.013: 0.016, 0.05: 0.06, 0.09: 0.1, 0.206: 0.24, 0.81: 1, 1: 1} {
		if got := nice(share); got < want*0.999 || got > want*1.001 {
			t.Errorf("%v: %v, want %v", share, got, want)
		}
	}
}

// A risk that only one version knows is told apart from a change of flags.
func TestNewRisksCountForNoChange(t *testing.T) {
	renamed := small(t, "risks: [ascvd]", "risks: [vessels]", "ascvd]", "vessels]", "id: ascvd", "id: vessels")
	r := Run(small(t), renamed, slices.Values(people()))
	if r.Persons.Changed != 0 || len(r.Risks) != 0 {
		t.Errorf("%+v %+v", r.Persons, r.Risks)
	}
	if len(r.Added) != 1 || r.Added[0].Name != "vessels" || len(r.Removed) != 1 || r.Removed[0].Name != "ascvd" || r.Added[0].All == 0 {
		t.Fatalf("%+v %+v", r.Added, r.Removed)
	}
	var b strings.Builder
	if err := r.WriteText(&b, problem.Chinese); err != nil || !strings.Contains(b.String(), "新增的疾病风险") || !strings.Contains(b.String(), "取消的疾病风险") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// A change of one overlay is seen by the persons of its namespace, and by
// nobody else; without any of them the report says so.
func TestOverlays(t *testing.T) {
	from, to, changed := small(t), small(t), small(t, edits...)
	from.Overlays = map[string]*ruleset.Overlay{"clinic": {Tables: from.Tables}}
	to.Overlays = map[string]*ruleset.Overlay{"clinic": {Tables: changed.Tables}, "ward": {Tables: to.Tables}}
	everybody := people()[:5]
	r := Run(from, to, Everywhere(from, to, slices.Values(everybody)))
	var counts []string
	for _, s := range r.Cohorts {
		counts = append(counts, fmt.Sprintf("%s %d/%d", s.Name, s.Changed, s.All))
	}
	if want := []string{" 0/5", "clinic 3/5", "ward 0/5"}; !slices.Equal(counts, want) {
		t.Errorf("%q, want %q", counts, want)
	}
	if space, share := r.WorstShare(); space != "clinic" || share != 0.6 {
		t.Errorf("%s %v", space, share)
	}
	var text, json strings.Builder
	if err := errors.Join(r.WriteText(&text, "zh"), r.WriteJSON(&json)); err != nil {
		t.Fatal(err)
	}
	for written, want := range map[string]string{text.String(): "基本规则", json.String(): `"namespace": "clinic"`} {
		if !strings.Contains(written, want) {
			t.Errorf("no %q in %s", want, written)
		}
	}

	r = Run(from, to, slices.Values(everybody))
	if !slices.Equal(r.Unseen.Namespaces, []string{"clinic", "ward"}) || r.Persons.Changed != 0 {
		t.Errorf("%+v", r)
	}
	text.Reset()
	if err := r.WriteText(&text, "zh"); err != nil || !strings.Contains(text.String(), "没有重放：这些 namespace 有覆盖层，却没有一个人：clinic、ward") {
		t.Errorf("%v\n%s", err, text.String())
	}
	if len(r.Unseen.Indicators) == 0 || !strings.Contains(text.String(), "个指标没有一项数值") {
		t.Errorf("indicators without a value are not named:\n%s", text.String())
	}
}
