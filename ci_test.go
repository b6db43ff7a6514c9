package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// The check for build servers passes a folder of rules that is in order, and
// fails for each thing that is not.
func TestBuildServerCheck(t *testing.T) {
	script, err := filepath.Abs("deploy/ci/check.sh")
	if err != nil {
		t.Fatal(err)
	}
	l := arrange(t)
	check := func(settings ...string) error {
		c := exec.Command("sh", script)
		c.Dir, c.Env = l.root, append(append(l.env, "TIJIAN="+l.program, "PERSONS=2000"), settings...)
		out, err := c.CombinedOutput()
		t.Logf("%s", out)
		return err
	}
	if err := errors.Join(os.Mkdir(filepath.Join(l.root, "testdata"), 0o755), os.Rename(filepath.Join(l.root, "suites"), filepath.Join(l.root, "testdata", "rules"))); err != nil {
		t.Fatal(err)
	}
	l.write("testdata/keywords/liver.yaml", "phenomenon: 否定\ncases:\n  - {text: 未见脂肪肝, certain: [], possible: []}\n")
	l.ok("已锁定", "rules", "lock", "2026.1")
	l.ok("草稿", "rules", "draft", "2026.2")
	if err := check("ANSWERS=same"); err != nil {
		t.Fatalf("a folder in order: %v", err)
	}

	l.edit("rules/2026.2/indicators/lipids.yaml", "1.70", "1.72")
	if check("ANSWERS=same") == nil {
		t.Error("a draft that was to reword only answers differently")
	}
	if err := check("MAX_AFFECTED=100%"); err != nil {
		t.Errorf("a draft that changes answers: %v", err)
	}
	if _, err := os.Stat(filepath.Join(l.root, "reports", "impact-2026.2.html")); err != nil {
		t.Error(err)
	}
	if check("MAX_AFFECTED=0%") == nil {
		t.Error("more persons are affected than may be")
	}
	for file, edit := range map[string][2]string{
		"rules/2026.1/indicators/lipids.yaml": {"1.70", "1.71"}, // is locked
		"testdata/rules/lipids.yaml":          {"1.0: N0", "1.0: H1"},
		"testdata/keywords/liver.yaml":        {"certain: []", "certain: [脂肪肝]"},
	} {
		l.edit(file, edit[0], edit[1])
		if check("MAX_AFFECTED=100%") == nil {
			t.Errorf("%s is wrong, and the check passes", file)
		}
		l.edit(file, edit[1], edit[0])
	}
}

// The rules that this project ships pass the check that it gives to others, the
// locked versions and the draft. How many persons a draft may affect is for its
// release to say.
func TestBuildServerCheckOfShipped(t *testing.T) {
	script, err := filepath.Abs("deploy/ci/check.sh")
	if err != nil {
		t.Fatal(err)
	}
	root, program := t.TempDir(), filepath.Join(t.TempDir(), "tijian") // by this name the test program is the command
	self, err := os.Executable()
	if err := errors.Join(err, os.Symlink(self, program)); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"rules", "dictionaries", "testdata/rules", "testdata/keywords"} {
		if err := os.CopyFS(filepath.Join(root, folder), os.DirFS(folder)); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command("sh", script)
	c.Dir, c.Env = root, append(os.Environ(), "TIJIAN="+program, "PERSONS=500", "MAX_AFFECTED=100%")
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// Warnings of a released version are for its successor to mend: they fail the
// check of no folder but one whose draft still has them.
func TestStrictLeavesReleasedVersions(t *testing.T) {
	l := arrange(t)
	const file, hint, none = "rules/2026.2/indicators/lipids.yaml", "hint: 保持清淡饮食", "hint: ''"
	l.edit("rules/2026.1/indicators/lipids.yaml", hint, none)
	l.refused("no-hint", "rules", "check", "--strict")
	l.ok("已锁定", "rules", "lock", "2026.1")
	l.ok("no-hint", "rules", "check", "--strict")
	l.ok("草稿", "rules", "draft", "2026.2")
	l.refused(file, "rules", "check", "--strict")
	l.edit(file, none, hint)
	l.ok("rules/2026.1/indicators/lipids.yaml", "rules", "check", "--strict")
}

// A row that says less than its level asks is a warning while a draft is edited
// and an error of its release; what the released version says alike stays a
// warning, and that version itself is not judged.
func TestUnfitRowsForbidARelease(t *testing.T) {
	l := arrange(t)
	const file = "rules/2026.2/indicators/lipids.yaml"
	l.edit("rules/2026.1/indicators/lipids.yaml", "level: H1,", "level: H1, color: 2,")
	l.ok("提醒[milder-color]", "rules", "check")
	l.refused("错误[milder-color]", "rules", "check", "--release")
	l.ok("已锁定", "rules", "lock", "2026.1")
	if out, err := l.run([]string{"rules", "check", "--release"}); err != nil || strings.Contains(out, "milder-color") {
		t.Errorf("%v\n%s", err, out)
	}
	l.ok("草稿", "rules", "draft", "2026.2")
	l.ok("提醒[milder-color]", "rules", "check", "--release", "--inherited")
	l.edit(file, "tip: 升高", "tip: 偏低")
	l.ok(file+":6:7: 提醒[contrary-direction]", "rules", "check", "2026.2")
	l.refused(file+":6:7: 错误[contrary-direction]", "rules", "check", "2026.2", "--release")
}

// Both examples run that check with a checker whose sum is compared.
func TestBuildServers(t *testing.T) {
	for _, name := range []string{"github", "gitlab"} {
		data, err := os.ReadFile("deploy/ci/" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		var tree any
		if err := yaml.Unmarshal(data, &tree); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, part := range []string{"sh ci/check.sh", "sha256sum -c", "MAX_AFFECTED: 2%", "TIJIAN: "} {
			if !strings.Contains(string(data), part) {
				t.Errorf("%s lacks %q", name, part)
			}
		}
	}
}

// The workspace builds the product of the very versions that its own go.mod
// names: what is tested is what is released.
func TestWorkspaceHasTheVersionsOfTheProduct(t *testing.T) {
	var mod struct {
		Require []struct{ Path, Version string }
	}
	out, err := exec.Command("go", "mod", "edit", "-json", "go.mod").Output()
	if err = errors.Join(err, json.Unmarshal(out, &mod)); err != nil || len(mod.Require) == 0 {
		t.Fatal(len(mod.Require), err)
	}
	args := []string{"list", "-m", "-f", "{{.Path}} {{.Version}}"}
	for _, m := range mod.Require {
		args = append(args, m.Path)
	}
	if out, err = exec.Command("go", args...).Output(); err != nil {
		t.Fatal(err)
	}
	together := strings.Split(string(out), "\n")
	for _, m := range mod.Require {
		if !slices.Contains(together, m.Path+" "+m.Version) {
			t.Errorf("tools/go.mod asks for another version of %s than go.mod, %s", m.Path, m.Version)
		}
	}
}
