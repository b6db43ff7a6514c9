package lint

import (
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"

	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
)

// A level that is not as serious as the others of its digit is found by each part.
func TestUnevenLevels(t *testing.T) {
	for part, edit := range map[string]func(*ruleset.Level){
		"":         func(*ruleset.Level) {},
		"severity": func(l *ruleset.Level) { l.Severity = 0 },
		"color":    func(l *ruleset.Level) { l.Color = 1 },
		"act":      func(l *ruleset.Level) { l.Act = "routine" },
	} {
		for _, id := range []string{"L4", "H1", "A2"} {
			set := load(t, nil)
			edit(set.Level(id))
			want := 1
			if part == "" {
				want = 0
			}
			if got := codes(set, "uneven-level"); len(got) != want {
				t.Errorf("%s of %s: %v", part, id, got)
			}
		}
	}
}

// Colours that look the same are found, in either writing of the code.
func TestAlikeColors(t *testing.T) {
	for hex, want := range map[string]int{"#d93025": 0, "#2e9e4f": 1, "#2E9E4F": 1, "#309a50": 1, "#ef7d00": 1, "#000000": 0, "#8b1a12": 0} {
		set := load(t, nil)
		for i, all := range []string{"#9aa0a6", "#2e9e4f", "#9bbf30", "#e8b400", "#ef7d00", hex} {
			set.Colors[i].Hex = all
		}
		if got := codes(set, "alike-colors"); len(got) != want {
			t.Errorf("%s: %v", hex, got)
		}
	}
}

func TestNames(t *testing.T) {
	archive, err := txtar.ParseFile("../ruleset/testdata/base.txtar")
	if err != nil {
		t.Fatal(err)
	}
	names := func(more string) *dictionary.Dictionary {
		tree := fstest.MapFS{}
		for _, f := range archive.Files {
			if name, is := strings.CutPrefix(f.Name, "dictionaries/"); is {
				list := "[血色素]"
				if strings.ToUpper(more) == more && len(more) == utf8.RuneCountInString(more) {
					list = "[HGB]"
				}
				text := strings.NewReplacer(list, list[:len(list)-1]+more+"]", "zh: 空腹血糖,", "zh: 空腹血糖, aliases: [尿血色素试验], abbreviations: [GLU],").Replace(string(f.Data))
				tree[name] = &fstest.MapFile{Data: []byte(text)}
			}
		}
		d, list := dictionary.Load(tree)
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		return d
	}
	for alias, want := range map[string]int{"色素": 1, "素": 1, "血色素测定": 0, "红蛋白": 0, "HB": 0, "GLU": 1} {
		if list := Names(names(""), names(", "+alias)); len(list) != want {
			t.Errorf("%s: %v", alias, list)
		}
		if list := Names(names(", "+alias), names(", "+alias)); len(list) > 0 {
			t.Errorf("%s was there: %v", alias, list)
		}
	}
}
