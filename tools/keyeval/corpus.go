package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"tijian/engine/keywords"
)

// texts reads a file or every file of a folder: a line of a .tsv is one text, its
// last column; a line of a .jsonl has it under "text"; any other file is one.
func texts(path string) ([]string, error) {
	var all []string
	err := filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		kind := filepath.Ext(name)
		if kind != ".tsv" && kind != ".jsonl" {
			all = append(all, string(data))
			return nil
		}
		s := bufio.NewScanner(strings.NewReader(string(data)))
		s.Buffer(nil, 16<<20)
		for n := 1; s.Scan(); n++ {
			t := s.Text()[strings.LastIndex(s.Text(), "\t")+1:]
			if kind == ".jsonl" {
				var l line
				if err := json.Unmarshal(s.Bytes(), &l); err != nil {
					return fmt.Errorf("%s:%d: %w", name, n, err)
				}
				t = l.Text
			}
			all = append(all, t)
		}
		return s.Err()
	})
	return all, err
}

// A mention is what a corpus is counted by.
type mention struct {
	Term, Site string
	Status     keywords.Status
}

func (m mention) compare(o mention) int {
	return cmp.Or(cmp.Compare(m.Term, o.Term), cmp.Compare(m.Site, o.Site), cmp.Compare(m.Status, o.Status))
}

// corpus counts the mentions of texts and what was left unread.
func corpus(w io.Writer, lexicon *keywords.Lexicon, texts []string, least int) error {
	mentions, unread := map[mention]int{}, map[string]int{}
	for _, t := range texts {
		r, err := lexicon.Extract(t, "")
		if err != nil {
			return err
		}
		for _, m := range r.Matches {
			mentions[mention{m.Term, m.Site, m.Status}]++
		}
		for _, u := range lexicon.Unread(t, "") {
			unread[u.Text]++
		}
	}
	t := newTable(w, fmt.Sprintf("%d texts", len(texts)), "term", "site", "status", "mentions")
	all := 0
	for _, m := range byCount(mentions, mention.compare) {
		all += mentions[m]
		t.AppendRow(table.Row{m.Term, m.Site, m.Status, mentions[m]})
	}
	t.AppendFooter(table.Row{"all", "", "", all})
	t.Render()
	t = newTable(w, "unread", "phrase", "times")
	for _, phrase := range byCount(unread, strings.Compare) {
		if unread[phrase] >= least {
			t.AppendRow(table.Row{phrase, unread[phrase]})
		}
	}
	t.Render()
	return nil
}

func newTable(w io.Writer, title string, header ...any) table.Writer {
	t := table.NewWriter()
	t.SetOutputMirror(w)
	t.SetTitle(title)
	t.AppendHeader(header)
	return t
}

func byCount[K comparable](counts map[K]int, compare func(a, b K) int) []K {
	var keys []K
	for k := range counts {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b K) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), compare(a, b)) })
	return keys
}

// differ prints, mention by mention, what the second lexicon gains and loses.
func differ(w io.Writer, before, after *keywords.Lexicon, texts []string) error {
	gained, lost := map[mention]int{}, map[mention]int{}
	for _, t := range texts {
		x, err := counted(before, t)
		if err != nil {
			return err
		}
		y, err := counted(after, t)
		if err != nil {
			return err
		}
		d := difference(x, y)
		for _, m := range byCount(d, mention.compare) {
			sign, counts := "+", gained
			if d[m] < 0 {
				sign, counts = "-", lost
			}
			counts[m]++
			fmt.Fprintf(w, "%s %s (%s, %s): %s\n", sign, m.Term, m.Site, m.Status, strings.Join(strings.Fields(t), " "))
		}
	}
	for _, side := range []struct {
		title  string
		counts map[mention]int
	}{{"gained", gained}, {"lost", lost}} {
		t := newTable(w, side.title, "term", "site", "status", "texts")
		for _, m := range byCount(side.counts, mention.compare) {
			t.AppendRow(table.Row{m.Term, m.Site, m.Status, side.counts[m]})
		}
		t.Render()
	}
	return nil
}

func counted(l *keywords.Lexicon, text string) (map[mention]int, error) {
	r, err := l.Extract(text, "")
	counts := map[mention]int{}
	for _, m := range r.Matches {
		counts[mention{m.Term, m.Site, m.Status}]++
	}
	return counts, err
}

// difference is how often each mention was gained (above 0) or lost.
func difference(before, after map[mention]int) map[mention]int {
	d := map[mention]int{}
	for m, n := range after {
		d[m] += n
	}
	for m, n := range before {
		d[m] -= n
	}
	for m, n := range d {
		if n == 0 {
			delete(d, m)
		}
	}
	return d
}
