package problem

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"
)

var mixed = List{
	{Place: Place{"rules/2026.1/血 脂.yaml", 3, 7}, Code: "gap", ZH: "缺一行", EN: "a gap", FixZH: "补上", FixEN: "Add a row"},
	{Place: Place{File: "rules/2026.1"}, Severity: Note, Code: "unused-source", ZH: "没有用到", EN: "not used"},
	{Place: Place{"rules/b.yaml", 1, 1}, Severity: Warning, Code: "gap", ZH: "又一处", EN: "another"},
}

// The properties that SARIF 2.1.0 requires, each with the values it may have:
// sections 3.13 (log), 3.14 (run), 3.19 (driver), 3.27 (result), 3.30 (region).
func TestSARIF(t *testing.T) {
	var out bytes.Buffer
	if err := WriteSARIF(&out, mixed, "tijian", Chinese); err != nil {
		t.Fatal(err)
	}
	var log struct {
		Version string
		Schema  string `json:"$schema"`
		Runs    []struct {
			ColumnKind string
			Tool       struct {
				Driver struct {
					Name, Language string
					Rules          []struct{ ID string }
				}
			}
			Results []struct {
				RuleID, Level string
				RuleIndex     *int
				Message       struct{ Text string }
				Locations     []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           *struct{ StartLine, StartColumn int }
					}
				}
			}
		}
	}
	decoder := json.NewDecoder(&out)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&log); err != nil {
		t.Fatal(err)
	}
	if log.Version != "2.1.0" || len(log.Runs) != 1 || log.Runs[0].ColumnKind != "unicodeCodePoints" {
		t.Fatalf("log %+v", log)
	}
	run := log.Runs[0]
	if d := run.Tool.Driver; d.Name != "tijian" || d.Language != "zh-CN" || len(d.Rules) != 2 || d.Rules[0].ID != "gap" {
		t.Errorf("driver %+v", run.Tool.Driver)
	}
	want := []struct {
		level, text, uri string
		line, column     int
	}{
		{"error", "缺一行。补上", "rules/2026.1/%E8%A1%80%20%E8%84%82.yaml", 3, 7},
		{"note", "没有用到", "rules/2026.1", 0, 0},
		{"warning", "又一处", "rules/b.yaml", 1, 1},
	}
	if len(run.Results) != len(want) {
		t.Fatalf("%d results", len(run.Results))
	}
	for i, r := range run.Results {
		w := want[i]
		if r.Level != w.level || r.Message.Text != w.text || len(r.Locations) != 1 || run.Tool.Driver.Rules[*r.RuleIndex].ID != r.RuleID {
			t.Errorf("result %+v, want %+v", r, w)
			continue
		}
		at := r.Locations[0].PhysicalLocation
		if at.ArtifactLocation.URI != w.uri {
			t.Errorf("uri %q, want %q", at.ArtifactLocation.URI, w.uri)
		}
		if (at.Region == nil) != (w.line == 0) || at.Region != nil && (at.Region.StartLine != w.line || at.Region.StartColumn != w.column) {
			t.Errorf("region %+v, want %+v", at.Region, w)
		}
	}
}

// An empty run still has the lists that readers of SARIF and JSON expect.
func TestNothingWrong(t *testing.T) {
	var out bytes.Buffer
	if err := WriteSARIF(&out, nil, "tijian", English); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`"results": []`, `"rules": []`, `"language": "en"`} {
		if !bytes.Contains(out.Bytes(), []byte(part)) {
			t.Errorf("no %s in %s", part, out.String())
		}
	}
	if data, _ := json.Marshal(List(nil).Entries(Chinese)); string(data) != "[]" {
		t.Errorf("entries %s", data)
	}
}

type fullDisk struct{}

var errFull = errors.New("disk full")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestSARIFPassesErrorsOn(t *testing.T) {
	if err := WriteSARIF(fullDisk{}, mixed, "tijian", Chinese); !errors.Is(err, errFull) {
		t.Error(err)
	}
}

func TestEntries(t *testing.T) {
	got, _ := json.Marshal(mixed.Entries(English)[0])
	want := `{"file":"rules/2026.1/血 脂.yaml","line":3,"column":7,"severity":"error","code":"gap","message":"a gap","fix":"Add a row"}`
	if string(got) != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := mixed.Entries(Chinese)[2]; got.Severity != "warning" || got.Message != "又一处" {
		t.Errorf("%+v", got)
	}
	if got := mixed.Of(Warning); len(got) != 1 || got[0].File != "rules/b.yaml" {
		t.Errorf("warnings %v", got)
	}
}
