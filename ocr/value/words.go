package value

import (
	"cmp"
	"io/fs"
	"reflect"
	"slices"
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// Words is how results are written and misread on reports, from
// dictionaries/values.yaml, with the graded words of the dictionary. It is
// safe for concurrent use.
type Words struct {
	marks    map[string]Mark
	misread  map[string]Mark // Abnormal where the direction cannot be told
	digits   map[rune]rune
	dashes   []string           // longest first
	signs    map[string]float64 // what readers make of graded signs
	grades   *dictionary.Grades
	interval *intervalPattern
}

type wordsFile struct {
	Marks struct {
		High     []strictyaml.Text `yaml:"high,required"`
		Low      []strictyaml.Text `yaml:"low,required"`
		Abnormal []strictyaml.Text `yaml:"abnormal"`
		Misread  []string          `yaml:"misread"`
		LikeHigh []string          `yaml:"like_high"`
		LikeLow  []string          `yaml:"like_low"`
	} `yaml:"marks,required"`
	Digits strictyaml.Entries[[]strictyaml.Text] `yaml:"digits"`
	Dashes []string                              `yaml:"dashes,required"`
	Signs  strictyaml.Entries[[]string]          `yaml:"signs"`
}

// LoadWords reads values.yaml from the root of the dictionaries. With any
// problem the words are nil.
func LoadWords(dictionaries fs.FS, grades *dictionary.Grades) (*Words, problem.List) {
	var list problem.List
	var file wordsFile
	if !strictyaml.ReadFile(dictionaries, "values.yaml", &file, &list) {
		return nil, list
	}
	w := &Words{marks: map[string]Mark{}, misread: map[string]Mark{}, digits: map[rune]rune{}, signs: map[string]float64{}, grades: grades}
	for mark, words := range [][]strictyaml.Text{High: file.Marks.High, Low: file.Marks.Low, Abnormal: file.Marks.Abnormal} {
		for _, s := range words {
			mark := Mark(mark)
			if other, taken := w.marks[Normalise(s.Value)]; taken && other != mark {
				list.Add(message.SharedMark.At(s.At, "mark", s.Value))
			}
			w.marks[Normalise(s.Value)] = mark
		}
	}
	for _, s := range file.Marks.Misread {
		w.misread[Normalise(s)] = Abnormal
	}
	for _, s := range file.Marks.LikeHigh {
		w.misread[Normalise(s)] = High
	}
	for _, s := range file.Marks.LikeLow {
		w.misread[Normalise(s)] = Low
	}
	for _, e := range file.Digits {
		digit := []rune(e.Key.Value)
		if len(digit) != 1 || !strings.ContainsRune("0123456789.", digit[0]) {
			list.Add(message.NotADigit.At(e.Key.At, "text", e.Key.Value))
			continue
		}
		for _, s := range e.Value {
			for _, r := range Normalise(s.Value) {
				w.digits[r] = digit[0]
			}
		}
	}
	for _, e := range file.Signs {
		grade, ok := grades.Value(e.Key.Value)
		if !ok {
			list.Add(message.NotAGrade.At(e.Key.At, "word", e.Key.Value))
		}
		for _, s := range e.Value {
			w.signs[Normalise(s)] = grade
		}
	}
	for _, s := range file.Dashes {
		w.dashes = append(w.dashes, Normalise(s))
	}
	slices.SortFunc(w.dashes, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) })
	w.dashes = slices.Compact(w.dashes)
	w.interval = compileInterval(w.dashes)
	if len(list) > 0 {
		list.Sort()
		return nil, list
	}
	return w, nil
}

// Grade gives the number of a graded word, plain or as readers misread its
// signs: 阴性 0, ± 0.5, ++ 2, 土 0.5.
func (w *Words) Grade(text string) (float64, bool) {
	if v, ok := w.grades.Value(text); ok {
		return v, true
	}
	v, ok := w.signs[strings.Trim(Normalise(text), "()")]
	return v, ok
}

// Mark tells the printed mark that text is. Sure is false when text is only
// what readers often make of an arrow.
func (w *Words) Mark(text string) (mark Mark, sure bool) {
	key := strings.Trim(Normalise(text), " ()[]")
	if m, ok := w.marks[key]; ok {
		return m, true
	}
	return w.misread[strings.TrimRight(key, "°.,'`")], false
}

// Shape describes values.yaml.
func Shape() strictyaml.Shape {
	says := func(zh string) strictyaml.Field { return strictyaml.Field{ZH: zh} }
	return strictyaml.Shape{Name: "values", Title: "结果的写法", Files: []string{"values.yaml"}, Type: reflect.TypeFor[wordsFile](), Fields: map[string]strictyaml.Field{
		"marks": says("提示符号"), "marks.high": says("偏高"), "marks.low": says("偏低"), "marks.abnormal": says("异常，不说方向"), "marks.misread": says("箭头常被读成的字：只说明有提示"),
		"marks.like_high": says("被读成这些字时多半是偏高"), "marks.like_low": says("被读成这些字时多半是偏低"), "digits": says("数字 -> 常被读成的字"),
		"dashes": says("参考区间上下限之间的连接号"), "signs": says("定性符号 -> 常被读成的字"),
	}}
}
