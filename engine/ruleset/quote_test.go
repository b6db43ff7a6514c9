package ruleset

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"gopkg.in/yaml.v3"
)

// A long text, wherever it stands and whatever is wrong with it, is never
// quoted whole, and a file that is nothing but a text is not quoted at all: a
// link may lead to a secret, and problems go to logs and answers.
func TestLongTextsAreNotQuoted(t *testing.T) {
	secret := strings.Repeat("hush", 30)
	tree := base(t)
	check := func(what, most string, name string, data []byte) {
		old := tree[name]
		tree[name] = &fstest.MapFile{Data: data}
		defer func() { tree[name] = old }()
		_, list := load2(tree)
		for _, p := range list {
			if said := fmt.Sprint(p.ZH, p.EN, p.FixZH, p.FixEN); strings.Contains(said, most) {
				t.Errorf("%s of %s: %s", what, name, said)
			}
		}
	}
	for name, file := range tree {
		check("the whole", "hush", name, []byte("hush-hush-hush\n"))
		check("the whole", "hush", name, []byte("\"hush\nhush"))
		var doc yaml.Node
		if err := yaml.Unmarshal(file.Data, &doc); err != nil {
			t.Fatal(err)
		}
		values := []string{secret, secret + " >= 5", "value + " + secret, "1" + secret}
		for i, n := range scalars(&doc) {
			if i%3 > 0 {
				continue // a third of them holds all kinds
			}
			was := *n
			*n = yaml.Node{Kind: yaml.ScalarNode, Value: values[i/3%len(values)]}
			data, err := yaml.Marshal(&doc)
			if err != nil {
				t.Fatal(err)
			}
			check(fmt.Sprintf("%.30s in line %d", was.Value, was.Line), secret[:60], name, data)
			*n = was
		}
	}
}

func scalars(n *yaml.Node) (list []*yaml.Node) {
	if n.Kind == yaml.ScalarNode {
		return []*yaml.Node{n}
	}
	for _, c := range n.Content {
		list = append(list, scalars(c)...)
	}
	return list
}
