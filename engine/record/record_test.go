package record

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"tijian/dictionaries"
	"tijian/engine/problem"
	"tijian/rules"
)

func version() (rules, dictionaries fstest.MapFS) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	return fstest.MapFS{"1/manifest.yaml": file("a"), "1/indicators/x.yaml": file("b"), "2/manifest.yaml": file("c"), "1/notes.md": file("n")},
		fstest.MapFS{"1/units.yaml": file("d"), "2/units.yaml": file("e")}
}

func lock(t *testing.T, rules, dictionaries fstest.MapFS) {
	t.Helper()
	l, err := NewLock(rules, dictionaries, "1")
	if err != nil {
		t.Fatal(err)
	}
	rules["1/"+LockName] = &fstest.MapFile{Data: l.Text()}
}

// Any file of a released version that is changed, taken or added is named;
// drafts and what nothing reads may change.
func TestLock(t *testing.T) {
	set := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	for name, test := range map[string]struct {
		change func(rules, dictionaries fstest.MapFS)
		want   string
	}{
		"nothing":            {func(r, d fstest.MapFS) {}, ""},
		"a threshold":        {func(r, d fstest.MapFS) { r["1/indicators/x.yaml"] = set("B") }, "rules locked 1/indicators/x.yaml"},
		"a name":             {func(r, d fstest.MapFS) { d["1/units.yaml"] = set("D") }, "names locked 1/units.yaml"},
		"a file less":        {func(r, d fstest.MapFS) { delete(d, "1/units.yaml") }, "names locked 1/units.yaml"},
		"a file more":        {func(r, d fstest.MapFS) { r["1/risks/y.yaml"] = set("y") }, "rules locked 1/risks/y.yaml"},
		"notes":              {func(r, d fstest.MapFS) { r["1/notes.md"] = set("N") }, ""},
		"a draft":            {func(r, d fstest.MapFS) { r["2/manifest.yaml"] = set("C") }, ""},
		"the lock lost":      {func(r, d fstest.MapFS) { delete(r, "1/lock.yaml") }, ""},
		"an unreadable lock": {func(r, d fstest.MapFS) { r["1/lock.yaml"] = set("a: [") }, "rules yaml-syntax 1/lock.yaml"},
	} {
		rules, dictionaries := version()
		lock(t, rules, dictionaries)
		test.change(rules, dictionaries)
		if got := said(rules, dictionaries); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

func said(rules, dictionaries fs.FS) string {
	var all []string
	for _, v := range []string{"1", "2"} {
		f := Check(rules, dictionaries, v)
		for _, p := range f.Rules {
			all = append(all, "rules "+p.Code+" "+p.File)
		}
		for _, p := range f.Dictionaries {
			all = append(all, "names "+p.Code+" "+p.File)
		}
	}
	return strings.Join(all, ", ")
}

// A version that the history has released keeps its lock.
func TestLostLock(t *testing.T) {
	rules, dictionaries := version()
	lock(t, rules, dictionaries)
	var problems problem.List
	l := readLock(rules, "1", &problems)
	history, err := Append(rules, Entry{Act: Released, Version: "1", Fingerprint: l.Fingerprint()})
	if err != nil {
		t.Fatal(err)
	}
	rules[HistoryName] = &fstest.MapFile{Data: history}
	if got := said(rules, dictionaries); got != "" {
		t.Errorf("in order, yet %s", got)
	}
	rules["1/indicators/x.yaml"].Data = []byte("changed")
	lock(t, rules, dictionaries)
	if got := said(rules, dictionaries); got != "rules locked 1" {
		t.Errorf("changed and locked anew: %q", got)
	}
	delete(rules, "1/lock.yaml")
	if got := said(rules, dictionaries); got != "rules locked 1" {
		t.Errorf("the lock taken away: %q", got)
	}
}

// Whatever is done to a line, the chain says which one no longer follows.
func TestHistory(t *testing.T) {
	tree := fstest.MapFS{}
	for _, version := range []string{"1", "2", "3"} {
		text, err := Append(tree, Entry{Act: Released, Version: version, By: "甲", Approved: "乙", Reason: "<指南更新>", At: time.Now(), Effect: &Effect{Trials: 3}})
		if err != nil {
			t.Fatal(err)
		}
		tree[HistoryName] = &fstest.MapFile{Data: text}
	}
	whole := string(tree[HistoryName].Data)
	entries, problems := ReadHistory(tree)
	if len(entries) != 3 || len(problems) != 0 || entries[2].Number != 3 || !strings.Contains(whole, "<指南更新>") || len(Head(entries)) != 64 {
		t.Fatalf("%+v %v", entries, problems)
	}
	lines := strings.SplitAfter(whole, "\n")
	for name, test := range map[string]struct {
		text string
		line int
	}{
		"another reason in the first": {strings.Replace(whole, "指南", "手册", 1), 2},
		"the second taken out":        {lines[0] + lines[2], 2},
		"two lines swapped":           {lines[1] + lines[0] + lines[2], 1},
		"a blank put in":              {strings.Replace(whole, `,"version"`, `, "version"`, 1), 1},
		"a line of something else":    {whole + "- 4\n", 4},
		"an unknown key":              {strings.Replace(whole, `{"number":3`, `{"odd":1,"number":3`, 1), 3},
	} {
		_, problems := ReadHistory(fstest.MapFS{HistoryName: &fstest.MapFile{Data: []byte(test.text)}})
		if len(problems) != 1 || problems[0].Line != test.line {
			t.Errorf("%s: %v, want line %d", name, problems, test.line)
		}
		if _, err := Append(fstest.MapFS{HistoryName: &fstest.MapFile{Data: []byte(test.text)}}, Entry{}); err == nil {
			t.Errorf("%s: goes on", name)
		}
	}
}

// Released versions that the program carries are as they were released.
func TestEmbedded(t *testing.T) {
	if _, problems := ReadHistory(rules.FS); len(problems) > 0 {
		t.Error(problems)
	}
	versions, err := fs.Glob(rules.FS, "*/manifest.yaml")
	if err != nil || len(versions) == 0 {
		t.Fatal(err)
	}
	for _, v := range versions {
		v, _, _ = strings.Cut(v, "/")
		if f := Check(rules.FS, dictionaries.FS, v); len(f.Rules)+len(f.Dictionaries) > 0 {
			t.Error(f)
		}
	}
}
