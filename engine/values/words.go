package values

import (
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"gopkg.in/yaml.v3"

	"tijian/engine/dictionary"
	"tijian/engine/keywords"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// File is where the words stand, below the root of the dictionaries.
const File = "text_values.yaml"

type wordsFile struct {
	Before    []strictyaml.Text `yaml:"before,required"`
	NotBefore []strictyaml.Text `yaml:"not_before,required"`
	Between   []strictyaml.Text `yaml:"between,required"`
	High      []strictyaml.Text `yaml:"high,required"`
	Low       []strictyaml.Text `yaml:"low,required"`
	Changing  []strictyaml.Text `yaml:"changing"`
	Behind    []strictyaml.Text `yaml:"behind,required"`
	Tails     []strictyaml.Text `yaml:"tails,required"`
	Limits    []strictyaml.Text `yaml:"limits,required"`
	NotLimits []strictyaml.Text `yaml:"not_limits"`
	Earlier   []strictyaml.Text `yaml:"earlier,required"`
	Now       []strictyaml.Text `yaml:"now,required"`
	Others    []strictyaml.Text `yaml:"others,required"`
	Unprinted unprinted         `yaml:"unprinted,required"`
	Reasons   reasonsFile       `yaml:"reasons,required"`
}

type reasonsFile struct {
	Unit   string `yaml:"unit,required"`
	Person string `yaml:"person,required"`
	Mark   string `yaml:"mark,required"`
	Many   string `yaml:"many,required"`
}

// Shape describes the file, below the root of the dictionaries.
func Shape() strictyaml.Shape {
	says := func(zh string) strictyaml.Field { return strictyaml.Field{ZH: zh} }
	return strictyaml.Shape{Name: "text_values", Title: "小结里的检验数值", Files: []string{File}, Type: reflect.TypeFor[wordsFile](), Fields: map[string]strictyaml.Field{
		"before": says("紧挨在名称前面、不影响是哪个指标的词"), "not_before": says("紧挨在名称前面、使它成为另一项的词，隔着空白也算：正常、夜间"), "between": says("名称和数值之间可以有的词"),
		"high": says("偏高的说法"), "low": says("偏低的说法"), "changing": says("high 和 low 里也可以说变化了多少的词：数紧跟在后面就不给"), "behind": says("数值后面可以有的其他词"),
		"tails":  says("紧跟在数值后面，说明它是界限、目标或大概的数：以下、左右"),
		"limits": says("同一句里出现在前面，说明数值是目标、界限或定义"), "not_limits": says("含有 limits 里的词、意思不同的长词"),
		"earlier": says("说明数值是以前的"), "now": says("说明数值是这一次、这个人的；离数值最近的算数"), "others": says("说明数值是别人的"),
		"unprinted": says("没有印单位时怎样判断单位"), "unprinted.above": says("比通常的上限高出几倍就不可信"), "unprinted.below": says("低到通常的下限的几分之一就不可信"),
		"unprinted.near": says("印的参考区间与通常的相差几倍以内算相同"), "unprinted.wide": says("最多相差几倍"),
		"reasons": says("不给等级的原因，写给人看"), "reasons.unit": says("单位不能确定"), "reasons.person": says("不同的人等级不同"), "reasons.mark": says("与文中写的高低相反"), "reasons.many": says("数值太多"),
	}}
}

// reportFile is what this package needs of report.yaml, which recognition checks.
type reportFile struct {
	Headers struct {
		Reference []string `yaml:"reference"`
	} `yaml:"headers"`
	Panels []struct {
		Specimen string   `yaml:"specimen"`
		Words    []string `yaml:"words"`
	} `yaml:"panels"`
	Titles     map[string][]string `yaml:"specimen_titles"`
	Characters map[string][]string `yaml:"specimen_characters"`
	Pairs      []struct {
		Names         []string `yaml:"names"`
		Abbreviations []string `yaml:"abbreviations"`
		Indicators    []string `yaml:"indicators"`
	} `yaml:"pairs"`
}

// A name is what one or, with a spelling that several share, some indicators are
// called; paired names mean all of theirs at once.
type name struct {
	indicators []*dictionary.Indicator
	paired     bool
}

// lists are words that stand beside a value, folded, longest first.
type lists struct {
	before, notBefore, between, high, low, changing, behind, tails, references, joins [][]rune
}

// Load reads the words from the root of the dictionaries. The reader is nil where
// a version has none, and with problems.
func Load(fsys fs.FS, dict *dictionary.Dictionary, lexicon *keywords.Lexicon) (*Reader, problem.List) {
	var list problem.List
	if _, err := fs.Stat(fsys, File); err != nil || dict == nil || lexicon == nil {
		return nil, nil
	}
	var f wordsFile
	if !strictyaml.ReadFile(fsys, File, &f, &list) || len(list) > 0 {
		return nil, list
	}
	var report reportFile
	data, err := fs.ReadFile(fsys, "report.yaml")
	if err == nil {
		err = yaml.Unmarshal(data, &report)
	}
	if err != nil {
		list.Add(message.Unreadable.At(problem.Place{File: "report.yaml"}, "error", err))
		return nil, list
	}
	r := &Reader{lexicon: lexicon, dictionary: dict, words: index{}, unprinted: f.Unprinted, Reasons: Reasons(f.Reasons)}
	fold := func(words []strictyaml.Text) [][]rune {
		plain := make([]string, len(words))
		for i, w := range words {
			if plain[i] = w.Value; strings.TrimSpace(w.Value) == "" {
				list.Add(message.EmptyWord.At(w.At))
			}
		}
		return r.folded(plain)
	}
	r.lists = lists{
		before: fold(f.Before), notBefore: fold(f.NotBefore), between: fold(f.Between), high: fold(f.High), low: fold(f.Low),
		changing: fold(f.Changing), behind: fold(f.Behind), tails: fold(f.Tails), references: r.folded(report.Headers.Reference), joins: r.folded(lexicon.ListWords()),
	}
	for class, words := range map[class][]strictyaml.Text{limit: f.Limits, harmless: f.NotLimits, earlier: f.Earlier, now: f.Now, other: f.Others} {
		for _, w := range fold(words) {
			r.words.add(string(w), word{class: class})
		}
	}
	if u := f.Unprinted; u.Above <= 1 || u.Below <= 1 || u.Near <= 1 || u.Wide <= u.Near {
		list.Add(message.UnprintedTimes.At(u.At))
	}
	if len(list) > 0 {
		return nil, list
	}
	for _, p := range report.Panels {
		r.addTitles(p.Specimen, p.Words)
	}
	for specimen, words := range report.Titles {
		r.addTitles(specimen, words)
	}
	r.addNames(report)
	r.words.sort()
	for _, w := range dict.Grades().Words() {
		r.grades = max(r.grades, len([]rune(w)))
	}
	return r, nil
}

func (r *Reader) folded(words []string) [][]rune {
	all := make([][]rune, len(words))
	for i, w := range words {
		all[i] = []rune(r.lexicon.Fold(w))
	}
	slices.SortStableFunc(all, func(x, y []rune) int { return len(y) - len(x) })
	return all
}

func (r *Reader) addTitles(specimen string, words []string) {
	for _, w := range words {
		r.words.add(r.lexicon.Fold(w), word{class: title, specimen: specimen})
	}
}

// addNames takes the names of indicators, then those that mean two.
func (r *Reader) addNames(report reportFile) {
	own := map[string]*name{}
	var order []string
	add := func(spelling string, i *dictionary.Indicator) {
		folded := r.lexicon.Fold(spelling)
		n := own[folded]
		if n == nil {
			n = &name{}
			own[folded] = n
			order = append(order, folded)
		}
		if !slices.Contains(n.indicators, i) {
			n.indicators = append(n.indicators, i)
		}
	}
	for _, i := range r.dictionary.All() {
		for _, spelling := range slices.Concat([]string{i.Title}, i.Aliases, i.Abbreviations) {
			add(spelling, i)
		}
	}
	for _, p := range report.Pairs {
		n := &name{paired: true}
		for _, id := range p.Indicators {
			if i, ok := r.dictionary.Lookup(id); ok {
				n.indicators = append(n.indicators, i)
			}
		}
		for _, spelling := range slices.Concat(p.Names, p.Abbreviations) {
			folded := r.lexicon.Fold(spelling)
			if own[folded] == nil {
				order = append(order, folded)
			}
			own[folded] = n
		}
	}
	for _, folded := range order {
		if len(folded) < 2 { // T, P, K: too little
			continue
		}
		n := own[folded]
		r.words.add(folded, word{class: named, name: n})
	}
	r.specimens = report.Characters
}

// A class is what a word of the index says.
type class int8

const (
	harmless class = iota // only keeps shorter words from acting
	named
	title   // of a panel: which specimen follows
	limit   // a goal, a bound, a definition
	earlier // another time
	other   // another person
	now     // this time, this person
)

type word struct {
	folded   []rune
	class    class
	name     *name
	specimen string
}

// An index finds words by their first character.
type index map[rune][]word

func (x index) add(folded string, w word) {
	w.folded = []rune(folded)
	if len(w.folded) == 0 {
		return
	}
	first := w.folded[0]
	for i, known := range x[first] {
		if slices.Equal(known.folded, w.folded) {
			if w.class == named && known.class != named { // 空腹血糖 is a name, not a title
				x[first][i] = w
			}
			return
		}
	}
	x[first] = append(x[first], w)
}

func (x index) sort() {
	for _, words := range x {
		slices.SortStableFunc(words, func(a, b word) int { return len(b.folded) - len(a.folded) })
	}
}

// at is the longest word at rune i of a text, and where it ends.
func (x index) at(runes []rune, i int) (*word, int) {
	words := x[runes[i]]
	for k := range words {
		if end, ok := match(runes, i, words[k].folded); ok && !torn(runes, i, end) {
			return &words[k], end
		}
	}
	return nil, i
}

// match compares a word with a text from rune i on; blanks between Chinese
// characters may be damage.
func match(runes []rune, i int, word []rune) (end int, ok bool) {
	const most = 2
	for k, w := range word {
		blanks := 0
		for k > 0 && unicode.Is(unicode.Han, w) && i < len(runes) && (isGap(runes[i]) || runes[i] == '\n') && blanks < most {
			i++
			blanks++
		}
		if i >= len(runes) || runes[i] != w {
			return 0, false
		}
		i++
	}
	return i, true
}

// torn reports whether runes[i:end] is only a part of a Latin word or a number.
func torn(runes []rune, i, end int) bool {
	if end < len(runes) && digit(runes[end-1]) && digit(runes[end]) {
		return true
	}
	return i > 0 && latin(runes[i]) && (latin(runes[i-1]) || digit(runes[i-1]) || runes[i-1] == '-') ||
		end < len(runes) && latin(runes[end-1]) && (latin(runes[end]) || runes[end] == '-' && end+1 < len(runes) && (latin(runes[end+1]) || digit(runes[end+1])))
}

func isGap(r rune) bool { return r == ' ' || r == '\u2028' }
func latin(r rune) bool { return 'a' <= r && r <= 'z' || 0x370 <= r && r <= 0x3ff }
func digit(r rune) bool { return '0' <= r && r <= '9' }
