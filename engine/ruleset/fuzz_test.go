package ruleset

import (
	"slices"
	"testing"
	"testing/fstest"

	"tijian/engine/problem"
)

// Whatever stands in one file, loading answers with a set or with problems
// that have a place and words.
func FuzzLoad(f *testing.F) {
	tree := base(f)
	var names []string
	for name := range tree {
		names = append(names, name)
	}
	slices.Sort(names)
	for i, name := range names {
		f.Add(uint8(i), tree[name].Data)
	}
	f.Fuzz(func(t *testing.T, file uint8, data []byte) {
		name := names[int(file)%len(names)]
		old := tree[name]
		tree[name] = &fstest.MapFile{Data: data}
		defer func() { tree[name] = old }()
		set, list := load2(tree)
		if (set == nil) != (len(list) > 0) {
			t.Fatalf("set %v with problems %v", set != nil, list)
		}
		for _, p := range list {
			if p.File == "" || p.ZH == "" || p.EN == "" || p.Text(problem.English) == "" {
				t.Fatalf("a problem without place or words: %+v", p)
			}
		}
	})
}
