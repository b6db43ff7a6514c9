package console

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A new indicator comes into a draft with its table and a case at each bound, a new
// risk with its rule; what cannot be is said, and nothing is written.
func TestNewItems(t *testing.T) {
	b, folder := workshop(t)
	w := b.as("editor")
	wantStatus(t, "a draft", w.post("rules/draft", url.Values{"name": {"2026.2"}, "from": {"2026.1"}}), http.StatusSeeOther)
	const at = "rules/draft/2026.2/"
	says(t, "the form", w.get(at+"indicator"), http.StatusOK, "新指标", "triglycerides", "危急偏高")
	form := url.Values{"name": {"serum_amber"}, "title": {"琥珀素"}, "english": {"Amber"}, "aliases": {"血清琥珀素"}, "abbreviations": {"AMB"}, "neighbour": {"triglycerides"}, "unit": {"mmol/L"}, "units": {"mg/dL × 0.02"},
		"decimals": {"1"}, "low": {"0.1"}, "high": {"50"}, "for": {"age >= 18"}, "source": {"LIP23"}, "do": {"save"}, "sign": {"1"},
		"below.L1": {"2.0"}, "tip.L1": {"琥珀素偏低，三个月内复查"}, "hint.L1": {"吃得少"}, "below.N0": {"5.0"}, "tip.N0": {"琥珀素正常"}, "hint.N0": {"保持"}, "below.H1": {"9.0"}, "tip.H1": {"琥珀素偏高，三个月内复查"}, "hint.H1": {"吃得多"},
		"tip.H4": {"琥珀素极高，请立即就医"}, "hint.H4": {"急"}}
	before := contents(t, folder)
	for field, bad := range map[string][2]string{"name": {"Serum Amber", "小写"}, "below.N0": {"1.0", "从低到高"}, "units": {"mg/dL 0.02", "单位 × 系数"}, "low": {"100", "可信"}, "title": {"", "请填写"}, "neighbour": {"nothing", "没有指标"}, "source": {"NOWHERE", "NOWHERE"}} {
		was := form.Get(field)
		form.Set(field, bad[0])
		says(t, field, w.post(at+"indicator", form), http.StatusUnprocessableEntity, bad[1])
		form.Set(field, was)
	}
	if contents(t, folder) != before {
		t.Error("something was written")
	}
	got := w.post(at+"indicator", form)
	if got.Code != http.StatusSeeOther {
		t.Fatalf("the indicator: %d\n%s", got.Code, got.Body)
	}
	says(t, "its table", w.get("rules/table/2026.2/serum_amber"), http.StatusOK, "琥珀素", `value="2.0 &lt;= value &lt; 5.0"`, "H4")
	says(t, "again", w.post(at+"indicator", form), http.StatusUnprocessableEntity, "已经有了")
	after := contents(t, folder)
	for _, want := range []string{"琥珀素 1.9 mmol/L", "琥珀素 2.0 mmol/L", "琥珀素 9.1 mmol/L", "units: [{unit: mg/dL, factor: 0.02}]", "usual: {high: 5, low: 2}", "serum_amber: L1", "serum_amber: H4"} {
		if !strings.Contains(after, want) {
			t.Errorf("the draft lacks %s", want)
		}
	}
	risk := url.Values{"id": {"amber_high"}, "name": {"琥珀素过高"}, "source": {"LIP23"}, "when": {"serum_amber >= 9 and"}, "flag": {"2"}, "tip": {"琥珀素过高，一个月内就诊"}, "do": {"save"}}
	says(t, "a condition that is none", w.post(at+"risk", risk), http.StatusUnprocessableEntity, "role=\"alert\"")
	risk.Set("when", "serum_amber >= 9")
	if got := w.post(at+"risk", risk); got.Code != http.StatusSeeOther {
		t.Fatalf("the risk: %d\n%s\n%s", got.Code, got.Body, b.log)
	}
	if text, err := os.ReadFile(filepath.Join(folder, "rules", "2026.2", "risks", "amber_high.yaml")); err != nil || !strings.Contains(string(text), "when: serum_amber >= 9") {
		t.Errorf("%s, %v", text, err)
	}
}

// contents are all files of a folder in one text.
func contents(t *testing.T, folder string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		all.WriteString(path + "\n" + string(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}
