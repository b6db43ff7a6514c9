package assess

import (
	"math"
	"strconv"
	"strings"
	"time"

	"tijian/engine/dictionary"
	"tijian/engine/lattice"
)

// significant is with how many digits a result is told in another unit than it
// was printed in.
const significant = 3

// trend tells in words how a sample compares with the last result, in the
// sample's unit.
func (s *state) trend(sample *Sample, i *dictionary.Indicator, b *Background) string {
	texts := &s.set.Texts
	date := b.latest.At.Format(time.DateOnly)
	if i.Kind == dictionary.Qualitative {
		word, _ := s.set.Dictionary.Grades().Display(b.Previous)
		return strings.NewReplacer("{date}", date, "{previous}", word).Replace(texts.TrendGrade)
	}
	previous := sample.before(i, b)
	change := tidy(sample.Value - previous)
	text := texts.TrendSame
	switch {
	case change > 0:
		text = texts.TrendUp
	case change < 0:
		text = texts.TrendDown
	}
	percent := ""
	if previous > 0 && change != 0 {
		percent = strings.ReplaceAll(texts.TrendPercent, "{percent}", plain(math.Round(math.Abs(change)/previous*100)))
	}
	return strings.NewReplacer("{date}", date, "{previous}", plain(previous), "{change}", plain(math.Abs(change)), "{percent}", percent).Replace(text)
}

// stepped reports whether the sample or the last result says only on which side of a
// cut-off it is: then they differ by no number.
func (s *Sample) stepped(i *dictionary.Indicator, b *Background) bool {
	return i.Steps(strings.TrimSpace(s.Unit)) != nil || i.Steps(strings.TrimSpace(s.unitOf(b.latest))) != nil
}

// before is the last result in the sample's unit: as it was sent where that has
// the same unit, else as a laboratory would print it.
func (s *Sample) before(i *dictionary.Indicator, b *Background) float64 {
	own, other := strings.TrimSpace(s.Unit), strings.TrimSpace(s.unitOf(b.latest))
	if own == other {
		return b.latest.Value
	}
	if i.IsStandard(own) {
		return lattice.Printed(b.Previous, i.Decimals)
	}
	x, _ := i.FromStandard(b.Previous, own) // the sample was converted from this unit
	return lattice.Printed(x, lattice.Decimals(x, significant))
}

func plain(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
