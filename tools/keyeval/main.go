// Keyeval measures how well the status of findings is recognised: it reads a
// JSONL file in which each line has a text and its terms, each with its place
// in characters and its status,
//
//	{"text": "…", "items": [{"term": "…", "start": 0, "end": 2, "status": "negated"}]}
//
// and prints precision, recall and F1 of each status, and of each phenomenon
// where lines name theirs ("phenomenon": "…"). The terms are given;
// only certain, negated and possible are told apart, what is past, another
// person's or conditional counts as certain, as in CHIP-CDEE.
// With -damage it breaks each text into lines, puts blanks and radicals into it,
// and counts terms that were denied and are certain then.
//
// With -corpus it counts what it finds in a file or folder of texts without
// labels, by term, site and status, and lists what was left unread; with
// -against it prints, mention by mention, what that dictionary gains and loses.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/jedib0t/go-pretty/v6/table"

	"tijian/dictionaries"
	"tijian/engine/keywords"
	"tijian/engine/problem"
	"tijian/internal/sealed"
)

type line struct {
	Text       string `json:"text"`
	Phenomenon string `json:"phenomenon"`
	Items      []item `json:"items"`
}

type item struct {
	Term   string          `json:"term"`
	Start  int             `json:"start"`
	End    int             `json:"end"`
	Status keywords.Status `json:"status"`
}

func main() {
	errors := flag.Bool("errors", false, "print every term with a wrong status, with its surroundings")
	damaged := flag.Bool("damage", false, "count terms that damage to the text gives another status")
	dir := flag.String("dictionaries", "", "directory of the dictionaries; the embedded ones by default")
	unlabelled := flag.Bool("corpus", false, "count mentions and unread phrases of texts without labels")
	against := flag.String("against", "", "directory of dictionaries to compare with, mention by mention")
	least := flag.Int("least", 1, "how often an unread phrase must occur to be listed")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: keyeval [flags] FILE.jsonl | keyeval -corpus [flags] FILE|FOLDER")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	err := error(nil)
	if *unlabelled || *against != "" {
		err = runCorpus(flag.Arg(0), *dir, *against, *least)
	} else {
		err = run(flag.Arg(0), *dir, *errors, *damaged)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "keyeval:", err)
		os.Exit(1)
	}
}

func load(dir string) (*keywords.Lexicon, problem.List) {
	if dir != "" {
		tree, err := fs.Sub(sealed.Tree(os.DirFS(filepath.Dir(filepath.Clean(dir)))), filepath.Base(dir))
		if err != nil { // not a name of a folder, such as ..: nothing is sealed there
			tree = os.DirFS(dir)
		}
		return keywords.Load(tree)
	}
	return keywords.Load(dictionaries.Active())
}

func runCorpus(path, dir, against string, least int) error {
	lexicon, problems := load(dir)
	if err := problems.Err(); err != nil {
		return err
	}
	all, err := texts(path)
	if err != nil {
		return err
	}
	if against == "" {
		return corpus(os.Stdout, lexicon, all, least)
	}
	other, problems := load(against)
	if err := problems.Err(); err != nil {
		return err
	}
	return differ(os.Stdout, lexicon, other, all)
}

func run(name, dir string, show, damaged bool) error {
	lexicon, problems := load(dir)
	if err := problems.Err(); err != nil {
		return err
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	all := counts{}
	phenomena := map[string]counts{}
	harm := newDamage()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 16<<20)
	for n := 1; s.Scan(); n++ {
		var l line
		if err := json.Unmarshal(s.Bytes(), &l); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
		own := phenomena[l.Phenomenon]
		if own == nil {
			own = counts{}
			phenomena[l.Phenomenon] = own
		}
		spans := make([]keywords.Span, len(l.Items))
		for i, it := range l.Items {
			spans[i] = keywords.Span{Start: it.Start, End: it.End}
		}
		whole := lexicon.StatusOf(l.Text, spans)
		if damaged {
			harm.try(lexicon, l.Text, spans, whole, show)
		}
		for i, got := range whole {
			if got != keywords.Negated && got != keywords.Possible {
				got = keywords.Certain
			}
			want := l.Items[i].Status
			all[[2]keywords.Status{want, got}]++
			own[[2]keywords.Status{want, got}]++
			if show && want != got {
				fmt.Printf("%d: %s got %s: %s\n", n, want, got, around(l.Text, l.Items[i]))
			}
		}
	}
	if err := s.Err(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if len(phenomena) > 1 {
		for _, name := range slices.Sorted(maps.Keys(phenomena)) {
			print(name, phenomena[name])
		}
	}
	print("all", all)
	if damaged {
		harm.print()
	}
	return nil
}

// counts holds how many terms of a gold status were given another.
type counts map[[2]keywords.Status]int

// around shows a term in its surroundings.
func around(text string, it item) string {
	const margin = 30
	runes := []rune(text)
	start, end := min(it.Start, len(runes)), min(it.End, len(runes))
	return string(runes[max(0, start-margin):start]) + "【" + string(runes[start:end]) + "】" + string(runes[end:min(len(runes), end+margin)])
}

func print(title string, counts counts) {
	t := table.NewWriter()
	t.SetOutputMirror(os.Stdout)
	t.SetTitle(title)
	t.AppendHeader(table.Row{"status", "terms", "precision", "recall", "F1"})
	all, right := 0, 0
	for _, status := range []keywords.Status{keywords.Certain, keywords.Negated, keywords.Possible} {
		var hit, gold, given int
		for pair, n := range counts {
			if pair[0] == status {
				gold += n
			}
			if pair[1] == status {
				given += n
			}
			if pair[0] == status && pair[1] == status {
				hit += n
			}
		}
		all += gold
		right += hit
		precision, recall := ratio(hit, given), ratio(hit, gold)
		f1 := 0.0
		if precision+recall > 0 {
			f1 = 2 * precision * recall / (precision + recall)
		}
		t.AppendRow(table.Row{status, gold, fmt.Sprintf("%.4f", precision), fmt.Sprintf("%.4f", recall), fmt.Sprintf("%.4f", f1)})
	}
	t.AppendFooter(table.Row{"accuracy", all, "", "", fmt.Sprintf("%.4f", ratio(right, all))})
	t.Render()
}

func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}
