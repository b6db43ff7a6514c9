package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image/png"
	"io"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/jedib0t/go-pretty/v6/table"
	"golang.org/x/sync/errgroup"

	"tijian/ocr"
	"tijian/ocr/block"
	"tijian/ocr/compact"
	"tijian/ocr/read"
	"tijian/ocr/value"
	"tijian/tools/readertrain/content"
	"tijian/tools/readertrain/sheet"
)

type testing struct {
	Seed    uint64 `default:"900" help:"Pages of the same seed are the same; take one that was not trained on."`
	Blocks  int    `default:"2000" help:"Blocks of each kind."`
	Known   bool   `help:"Draw in the fonts of the training instead of those kept for tests."`
	Weights string `help:"Weights file; the embedded one by default." type:"existingfile"`
	Wrong   int    `help:"Show so many blocks that both together read wrongly."`
	Hard    bool   `help:"Draw pages as people photograph them."`
	Clean   bool   `help:"Leave out pages with a trait of print or taking."`
	JSON    string `name:"json" help:"Write what each reader read in each block to this file, a line each." placeholder:"FILE"`
}

// A tested reader gives its text for a block.
const (
	ofCompact = iota
	ofEng
	ofChiSim
	together
	readers
)

// A tally counts exact reads by reader.
type tally struct {
	blocks int
	exact  [readers]int
}

// Run reads blocks in unknown fonts with every reader.
func (t *testing) Run() error {
	maker, err := newMaker(!t.Known, t.Hard)
	if err != nil {
		return err
	}
	net, err := t.net()
	if err != nil {
		return err
	}
	pool, err := read.NewPool(runtime.NumCPU())
	if err != nil {
		return err
	}
	defer pool.Close()
	out, err := t.openJSON()
	if err != nil {
		return err
	}
	counts := map[content.Kind]*tally{content.Number: {}, content.Name: {}}
	var mu sync.Mutex
	var wrong []string
	alphabet := maker.Content.Alphabet()
	for page := uint64(0); min(counts[content.Number].blocks, counts[content.Name].blocks) < t.Blocks; page++ {
		drawn, err := maker.Draw(t.Seed*1_000_000 + page)
		if err != nil {
			return err
		}
		if t.Clean && len(drawn.Traits) > 0 {
			continue
		}
		strips, err := ocr.CutStrips(context.Background(), drawn.Picture)
		if err != nil {
			return err
		}
		var group errgroup.Group
		group.SetLimit(pool.Size())
		for _, b := range drawn.Label(strips, alphabet) {
			count := counts[b.Kind]
			if count == nil || b.Label == "" || strings.ContainsRune(b.Label, content.Unknown) || count.blocks >= t.Blocks {
				continue
			}
			count.blocks++
			group.Go(func() error {
				texts, sure, err := t.readAll(net, pool, &b)
				if err != nil {
					return err
				}
				mu.Lock()
				defer mu.Unlock()
				for i, text := range texts {
					if bare(text) == bare(b.Label) {
						count.exact[i]++
					} else if i == together {
						wrong = append(wrong, fmt.Sprintf("%s %q read as %q (compact %q, eng %q, chi_sim %q)", b.Kind, b.Label, text, texts[ofCompact], texts[ofEng], texts[ofChiSim]))
					}
				}
				if out == nil {
					return nil
				}
				return writeLine(out, line{b.Kind.String(), b.Label, texts, sure, page, b.Fonts, drawn.Traits, strips.Em, nil}, &b)
			})
		}
		if err := group.Wait(); err != nil {
			return err
		}
	}
	if out != nil {
		if err := out.Close(); err != nil {
			return err
		}
	}
	t.show(counts, net.Version())
	slices.Sort(wrong)
	for _, line := range wrong[:min(t.Wrong, len(wrong))] {
		fmt.Println(line)
	}
	return nil
}

// A line of the JSON file: a block's kind and label, the texts of all readers,
// in the order compact, eng, chi_sim, together, with the confidence of the first
// three, and what it was drawn with. One that both together read wrongly has its
// picture.
type line struct {
	Kind, Label   string
	Texts         [readers]string
	Sure          [together]float64
	Page          uint64
	Fonts, Traits []string
	Em            float64 `json:",omitzero"`
	PNG           []byte  `json:",omitempty"`
}

func writeLine(out io.Writer, l line, b *sheet.Labelled) error {
	if bare(l.Texts[together]) != bare(l.Label) {
		var picture bytes.Buffer
		if err := png.Encode(&picture, b.Cut); err != nil {
			return err
		}
		l.PNG = picture.Bytes()
	}
	return json.NewEncoder(out).Encode(l)
}

func (t *testing) openJSON() (*os.File, error) {
	if t.JSON == "" {
		return nil, nil
	}
	return os.Create(t.JSON)
}

func (t *testing) net() (*compact.Net, error) {
	if t.Weights == "" {
		return compact.Embedded()
	}
	data, err := os.ReadFile(t.Weights)
	if err != nil {
		return nil, err
	}
	return compact.Parse(data)
}

// Whose text counts of both together: the compact reader's, made sensible as in
// recognition, unless it is as good as blind and its witness sees well, or it
// met a character it does not know and the witness sees anything, in which case
// the rest of the text need but agree. Where the two
// differ otherwise the witness is right once in twenty; but a dash is lost more
// often than made up. A sign that the block's
// outline shows is taken where the compact reader sees nothing, as in recognition.
const (
	blind    = 0.4
	seesWell = 0.8
	sees     = 0.4
)

func (t *testing) readAll(net *compact.Net, pool *read.Pool, b *sheet.Labelled) (texts [readers]string, sureness [together]float64, err error) {
	own := net.Read(b.Picture)
	eng, err := pool.Read(context.Background(), block.Eng, b.Cut)
	if err != nil {
		return texts, sureness, err
	}
	chinese, err := pool.Read(context.Background(), block.ChiSim, b.Cut)
	if err != nil {
		return texts, sureness, err
	}
	sureness = [together]float64{own.Confidence, eng.Confidence, chinese.Confidence}
	texts = [readers]string{own.Text, eng.Text, chinese.Text, compact.Sensible(own.Text)}
	if own.Text == "" && b.Mark != "" {
		texts[together] = b.Mark
		return texts, sureness, nil
	}
	witness := eng
	if b.Kind == content.Name {
		witness = chinese
	}
	strange := strings.ContainsRune(own.Text, compact.Unknown)
	if filled := compact.Fill(own.Text, chinese.Text); strange && filled != own.Text {
		texts[together] = compact.Sensible(filled)
		return texts, sureness, nil
	}
	dash := witness.Confidence >= seesWell && len(bare(witness.Text)) > len(bare(own.Text)) && undashed(witness.Text) == undashed(own.Text)
	if own.Confidence < blind && witness.Confidence >= seesWell || strange && witness.Confidence >= sees || dash {
		texts[together] = witness.Text
	}
	return texts, sureness, nil
}

// bare is a text without what says nothing: spaces, the width of characters,
// the length of dashes, the shape of stars and of the sign of multiplication,
// the upright rule of a table, which no name or number has.
func bare(text string) string {
	return dashes.ReplaceAllString(signs.Replace(value.Normalise(text)), "-")
}

var signs = strings.NewReplacer(" ", "", "×", "x", "★", "*", "☆", "*", "|", "")

// undashed is a bare text without its dashes.
func undashed(text string) string { return strings.ReplaceAll(bare(text), "-", "") }

var dashes = regexp.MustCompile("[-—]+")

func (t *testing) show(counts map[content.Kind]*tally, version string) {
	w := table.NewWriter()
	w.SetStyle(table.StyleLight)
	w.SetTitle("blocks read exactly; compact reader " + version)
	w.AppendHeader(table.Row{"", "blocks", "compact", "eng", "chi_sim", "together"})
	for _, kind := range []content.Kind{content.Number, content.Name} {
		c := counts[kind]
		row := table.Row{kind.String() + "s", c.blocks}
		for _, n := range c.exact {
			row = append(row, fmt.Sprintf("%.2f %%", 100*float64(n)/float64(c.blocks)))
		}
		w.AppendRow(row)
	}
	fmt.Println(w.Render())
}
