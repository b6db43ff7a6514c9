package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestGuideAddsAnIndicator follows the page for staff to the letter: its example of a
// new indicator goes into a draft of the rules in force, the check asks for nothing that
// the page does not say, and two people release it.
func TestGuideAddsAnIndicator(t *testing.T) {
	page, err := os.ReadFile("docs/编辑规则.md")
	if err != nil {
		t.Fatal(err)
	}
	l := arrange(t)
	l.ok("", "rules", "unpack", "work")
	l.root = filepath.Join(l.root, "work")
	l.env = append(l.env, "TIJIAN_DATA="+filepath.Join(l.root, "data"), "TIJIAN_APPROVER_WAIT=0", "TIJIAN_RULES=", "TIJIAN_DICTIONARIES=")
	const draft = "9999.1"
	l.ok("", "rules", "draft", draft)
	block := func(kind string) string {
		for _, m := range regexp.MustCompile("(?s)```yaml "+regexp.QuoteMeta(kind)+"\n(.*?)```").FindAllSubmatch(page, -1) {
			if strings.Contains(string(m[1]), "zinc") {
				return string(m[1])
			}
		}
		t.Fatalf("no example of %s", kind)
		return ""
	}
	behind := func(name, text string) {
		before, err := os.ReadFile(filepath.Join(l.root, name))
		if err != nil {
			t.Fatal(err)
		}
		l.write(name, string(before)+"\n"+text)
	}
	behind("dictionaries/"+draft+"/indicators/vitamins_iron.yaml", block("indicators"))
	l.refused("neighbour-taken", "rules", "check", draft)
	l.edit("dictionaries/"+draft+"/neighbours.yaml", "  - {names: [锌, 血清锌, 血锌, 全血锌], codes: [Zn, ZN]}\n", "")
	behind("rules/"+draft+"/indicators/vitamins_iron.yaml", block("tables"))
	l.edit("rules/"+draft+"/manifest.yaml", "\nunlent:\n", "\nunlent:\n  "+block("manifest.unlent"))
	out, err := l.run([]string{"rules", "check", draft})
	if err != nil {
		t.Fatal(out)
	}
	for _, m := range regexp.MustCompile(`(?:提醒|错误)\[([a-z-]+)\]`).FindAllStringSubmatch(out, -1) {
		if m[1] != "changed" {
			t.Errorf("the check asks for more: %s\n%s", m[1], out)
		}
	}
	l.ok("", "rules", "test", "--version", draft, "--generate", "testdata/rules/锌.yaml")
	l.edit("testdata/rules/锌.yaml", `signed: ""`, `signed: "editor 2026-11-27"`)
	for _, role := range []string{"editor", "approver"} {
		l.ok("", "user", "add", role, "--role", role)
	}
	l.edit("testdata/rules/锌.yaml", "editor 2026", "approver 2026") // who proposes does not sign
	l.ok("已提出发布", "rules", "release", draft, "--user", "editor", "--reason", "加锌", "--sentences", "", "--min-score", "0", "--persons", "50", "--reason-for", "zinc=没有儿童界限", "--reason-for", "锌=收为指标", "--reason-for", "血清锌=收为指标", "--reason-for", "血锌=收为指标", "--reason-for", "全血锌=收为指标", "--reason-for", "Zn=收为指标", "--reason-for", "ZN=收为指标")
	l.ok("", "rules", "sheet", draft, "--out", "sheet.yaml")
	l.edit("sheet.yaml", `decision: ""`, "decision: 同意")
	l.ok("发布", "rules", "release", draft, "--approve", "--sheet", "sheet.yaml", "--user", "approver")
	l.write("请求.json", `{"user_identifier": "u1", "namespace": "n1", "datetime": "2026-11-20T08:00:00.000Z", "profile": {"dob": "1981-05-01", "gender": "male"},
 "health_background": {"has_diabetes": false, "is_taking_antihypertensive_therapy": false, "has_cvd": false, "smoke_daily_frequency": 0, "has_hbp": false}, "samples": [{"name": "zinc", "value": 8}]}`)
	l.ok("→ L1（理想范围 10.0-20.0）", "rules", "explain", "请求.json")
}
