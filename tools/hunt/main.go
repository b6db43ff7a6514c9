// Command hunt makes small wrong edits in the released rules and dictionaries,
// as an input method or a careless hand would, and tells what becomes of each:
// refused or warned about by rules check, found by a suite, without effect, a
// changed text, or silent: an answer may differ and everything says ok.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/alecthomas/kong"
)

type options struct {
	Count   int    `default:"5000" help:"Edits to try."`
	Seed    uint64 `default:"1" help:"The same seed tries the same edits."`
	Version string `default:"2026.2" help:"Version to edit, as a draft copied from it."`
	Folder  string `default:"." help:"The repository."`
	Edits   string `help:"Edits of this JSON file, not drawn ones: a list of {id, kind, file, old, new}." placeholder:"FILE"`
	Workers int    `default:"2" help:"Edits judged at a time."`
	Only    string `help:"Only files whose path contains this." placeholder:"TEXT"`
	JSON    bool   `name:"json" help:"Every edit as a line of JSON."`
}

// An edit with what became of it.
type edit struct {
	ID     int    `json:"id,omitempty"` // of one that was given
	File   string `json:"file"`
	Line   int    `json:"line"`
	Slip   string `json:"slip"`
	Before string `json:"before"`
	After  string `json:"after"`
	Fate   fate   `json:"fate"`
	Why    string `json:"why"`
	data   []byte
}

func main() {
	var o options
	k := kong.Parse(&o, kong.Description("Small wrong edits of rules and dictionaries, and what finds them."))
	j, err := newJudge(os.DirFS(o.Folder), o.Version)
	k.FatalIfErrorf(err)
	debug.SetGCPercent(400) // what an edit loads is garbage soon
	var edits []edit
	if o.Edits == "" {
		edits = draw(j, o)
	} else {
		edits, err = given(j, o.Edits)
		k.FatalIfErrorf(err)
	}
	if !o.JSON {
		hunt(j, edits, o.Workers, func(*edit) {})
		report(os.Stdout, edits)
		return
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	var one sync.Mutex
	hunt(j, edits, o.Workers, func(e *edit) {
		one.Lock()
		defer one.Unlock()
		k.FatalIfErrorf(encoder.Encode(e))
	})
}

// draw samples edits: a line, then a slip that applies to it. Each line of each
// file is as likely as any other.
func draw(j *judge, o options) []edit {
	r := rand.New(rand.NewPCG(o.Seed, 0))
	type place struct {
		file string
		line int
	}
	var places []place
	lines := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(j.files)) {
		if !strings.Contains(name, o.Only) {
			continue
		}
		lines[name] = strings.Split(strings.TrimSuffix(string(j.files[name].Data), "\n"), "\n")
		for i, line := range lines[name] {
			if body := strings.TrimSpace(line); body != "" && body[0] != '#' {
				places = append(places, place{name, i})
			}
		}
	}
	var edits []edit
	for len(edits) < o.Count && len(places) > 0 {
		p := places[r.IntN(len(places))]
		s := slips[r.IntN(len(slips))]
		after := s.change(r, lines[p.file], p.line)
		if after == nil || slices.Equal(after, lines[p.file]) {
			continue
		}
		e := edit{File: p.file, Line: p.line + 1, Slip: s.name, Before: strings.TrimSpace(lines[p.file][p.line]), data: []byte(strings.Join(after, "\n") + "\n")}
		if p.line < len(after) {
			e.After = strings.TrimSpace(after[p.line])
		}
		edits = append(edits, e)
	}
	return edits
}

func hunt(j *judge, edits []edit, workers int, judged func(*edit)) {
	next := make(chan *edit)
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for e := range next {
				e.Fate, e.Why = j.of(e.File, e.data)
				e.data = nil
				judged(e)
			}
		})
	}
	for i := range edits {
		next <- &edits[i]
	}
	close(next)
	all.Wait()
}

var fates = []fate{refused, warned, suite, text, harmless, listed, silent}

// area groups files: rule tables, other rules, and the parts of the
// dictionaries.
func area(file string) string {
	parts := strings.Split(file, "/")
	switch {
	case parts[0] == "rules" && len(parts) > 3:
		return "rules/" + parts[2]
	case parts[0] == "rules":
		return "rules/" + path.Base(file)
	case len(parts) > 3:
		return "dictionaries/" + parts[2]
	}
	return "dictionaries/" + path.Base(file)
}

func report(w io.Writer, edits []edit) {
	count := map[string]map[fate]int{}
	add := func(group string, f fate) {
		if count[group] == nil {
			count[group] = map[fate]int{}
		}
		count[group][f]++
	}
	for _, e := range edits {
		add(area(e.File), e.Fate)
		add("all", e.Fate)
		if e.Fate == silent {
			fmt.Fprintf(w, "%s:%d: %s (%s)\n    - %s\n    + %s\n", e.File, e.Line, e.Slip, e.Why, e.Before, e.After)
		}
	}
	fmt.Fprintf(w, "%-34s", "")
	for _, f := range fates {
		fmt.Fprintf(w, "%9s", f)
	}
	fmt.Fprintln(w)
	for _, group := range append(slices.DeleteFunc(slices.Sorted(maps.Keys(count)), func(s string) bool { return s == "all" }), "all") {
		fmt.Fprintf(w, "%-34s", group)
		for _, f := range fates {
			fmt.Fprintf(w, "%9d", count[group][f])
		}
		fmt.Fprintln(w)
	}
	for _, f := range []fate{silent, listed} {
		n := count["all"][f]
		fmt.Fprintf(w, "%d of %d edits are %s (%.2f %%)\n", n, len(edits), f, 100*float64(n)/float64(max(1, len(edits))))
	}
}
