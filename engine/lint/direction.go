package lint

import (
	"slices"
	"strings"

	"tijian/engine/dictionary"
)

// directions are words by the direction of levels, low and high.
type directions struct {
	Low    []string `yaml:"low"`
	High   []string `yaml:"high"`
	Bare   *directions
	Except []string `yaml:"except"`
	Others []string `yaml:"others"`
	Unless []string `yaml:"unless"`
}

func (d *directions) of(direction string) (own, other []string) {
	if direction == "low" {
		return d.Low, d.High
	}
	return d.High, d.Low
}

// A named indicator, by one of its names.
type named struct {
	name string
	of   *dictionary.Indicator
}

// contrary is the word by which a text says the other direction of its own
// indicator than its row's: the first that is said of it decides, for what
// follows tells of others or of what is to be done. It is "" where there is none.
func (u *unfit) contrary(own *dictionary.Indicator, direction, text string) string {
	if direction != "low" && direction != "high" {
		return ""
	}
	d := words().Directions
	right, wrong := d.of(direction)
	bareRight, bareWrong := d.Bare.of(direction)
	if !says(text, wrong) && !says(text, bareWrong) {
		return ""
	}
	first, contrary := len(text), ""
	look := func(list []string, isWrong, bare bool) {
		for _, word := range list {
			for from := 0; ; {
				i := strings.Index(text[from:], word)
				if i < 0 || from+i >= first {
					break
				}
				at := from + i
				from = at + len(word)
				looks := func(other string) bool { return strings.HasPrefix(text[at:], other) }
				if slices.ContainsFunc(d.Except, looks) || !u.saidOf(own, text[:at], bare) {
					continue
				}
				if first, contrary = at, ""; isWrong {
					contrary = word
				}
			}
		}
	}
	look(right, false, false)
	look(bareRight, false, true)
	look(wrong, true, false)
	look(bareWrong, true, true)
	return contrary
}

// saidOf reports whether what stands behind some text is said of an indicator:
// the one named last, or the row's own where none is; of a bare word, only if it
// is named right before.
func (u *unfit) saidOf(own *dictionary.Indicator, before string, bare bool) bool {
	clause := before[max(0, strings.LastIndexAny(before, "，。；、：！？,;（(")):]
	if says(clause, words().Directions.Unless) {
		return false
	}
	end, name, isOwn := 0, "", true
	for _, n := range u.named() {
		i := strings.LastIndex(before, n.name)
		if i < 0 {
			continue
		}
		switch at := i + len(n.name); {
		case at > end || at == end && len(n.name) > len(name):
			end, name, isOwn = at, n.name, n.of == own
		case at == end && n.name == name:
			isOwn = isOwn || n.of == own
		}
	}
	return isOwn && (!bare || name != "" && end == len(before))
}

// named are the names of all indicators.
func (u *unfit) named() []named {
	if u.names == nil {
		for _, name := range words().Directions.Others {
			u.names = append(u.names, named{name, nil})
		}
		for _, i := range u.set.Dictionary.All() {
			for _, name := range slices.Concat([]string{i.Title}, i.Aliases, i.Abbreviations) {
				u.names = append(u.names, named{name, i})
			}
		}
	}
	return u.names
}
