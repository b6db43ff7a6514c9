package keywords

import (
	"io/fs"
	"sync"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/review"
	"tijian/engine/keywords/segment"
	"tijian/engine/problem"
)

// A Status says how a text speaks of a finding.
type Status = lexicon.Status

// The statuses of a mention. Certain and possible findings are reported; the
// others are only shown among the matches.
const (
	Certain     = lexicon.Certain
	Possible    = lexicon.Possible
	Negated     = lexicon.Negated
	Family      = lexicon.Family
	Past        = lexicon.Past
	Conditional = lexicon.Conditional
)

// A Grade is what a scale says of a lesion and what its guideline advises.
type Grade = lexicon.Grade

// A Lexicon reads texts by the words and rules of the dictionaries. It never changes
// after Load and is safe for concurrent use.
type Lexicon struct {
	lexicon *lexicon.Lexicon
	scratch sync.Pool
}

// Load reads the lexicon from the root of the dictionaries, as lexicon.Load does.
func Load(fsys fs.FS) (*Lexicon, problem.List) {
	words, problems := lexicon.Load(fsys)
	if words == nil {
		return nil, problems
	}
	return &Lexicon{lexicon: words, scratch: sync.Pool{New: func() any { return &analysis{Cutter: segment.Cutter{Lexicon: words}} }}}, problems
}

// Review looks for what Load lets pass although it does not work as written.
func (l *Lexicon) Review() problem.List {
	return review.Lexicon(l.lexicon, func(text, context string) (answer review.Answer) {
		got, err := l.Extract(text, context)
		if err != nil {
			return answer // none of these contexts is unknown
		}
		answer.Certain, answer.Possible = got.Certain, got.Possible
		for _, m := range got.Matches {
			answer.Cues = append(answer.Cues, m.Cue)
		}
		return answer
	})
}

// A Plain is a text as it is read: folded, what is damaged mended.
type Plain struct {
	Runes []rune // '\u2028' is the end of a line that only the page made
	from  []int32
}

// Plain folds and mends a text.
func (l *Lexicon) Plain(text string) Plain {
	a := l.scratch.Get().(*analysis)
	defer l.scratch.Put(a)
	a.Normalise(text)
	return Plain{append([]rune(nil), a.Text.Runes...), append([]int32(nil), a.Text.From...)}
}

// Span is the place, in characters of the text as written, that
// Runes[start:end], which must not be empty, came from.
func (p Plain) Span(start, end int) (int, int) { return int(p.from[start]), int(p.from[end-1]) + 1 }
