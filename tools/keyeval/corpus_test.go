package main

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tijian/engine/keywords"
)

func TestTexts(t *testing.T) {
	folder := t.TempDir()
	for name, content := range map[string]string{
		"a.txt": "脂肪肝。\n肾囊肿。", "b.tsv": "3\t0102\t肝囊肿\n5\t0954\t未见异常\n", "c.jsonl": `{"text": "胆囊结石", "items": []}`,
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := texts(folder)
	if want := []string{"脂肪肝。\n肾囊肿。", "肝囊肿", "未见异常", "胆囊结石"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q %v, want %q", got, err, want)
	}
}

func TestDifference(t *testing.T) {
	gone, kept, new := mention{"肝囊肿", "肝", keywords.Certain}, mention{"肾囊肿", "肾", keywords.Negated}, mention{"脂肪肝", "肝", keywords.Possible}
	got := difference(map[mention]int{gone: 1, kept: 2}, map[mention]int{kept: 2, new: 3})
	if want := map[mention]int{gone: -1, new: 3}; !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestCorpus(t *testing.T) {
	lexicon, problems := load("../../dictionaries/2026.2")
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := corpus(&out, lexicon, []string{"脂肪肝。某某处见扩张带。", "未见肾结石，某某处见扩张带"}, 2); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"2 texts", "脂肪肝", "negated", "某某处见扩张带"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, &out)
		}
	}
}
