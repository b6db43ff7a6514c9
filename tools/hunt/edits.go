package main

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// A slip is one small wrong edit of a line, or of the lines around it. Change
// gives the file's lines after it; nil where it does not apply.
type slip struct {
	name   string
	change func(r *rand.Rand, lines []string, at int) []string
}

// Full-width signs that an input method writes, by what was meant.
var wide = map[rune]rune{
	',': '，', ':': '：', ';': '；', '(': '（', ')': '）', '~': '～', '-': '－', '>': '＞', '<': '＜', '[': '【', ']': '】', '{': '｛', '}': '｝',
	' ': '\u3000', '0': '０', '1': '１', '2': '２', '3': '３', '4': '４', '5': '５', '6': '６', '7': '７', '8': '８', '9': '９', '.': '。',
}

var (
	number   = regexp.MustCompile(`\d+(?:\.\d+)?`)
	between  = regexp.MustCompile(`([\d.]+)( <=? (?:\w+(?: and \w+)?) <=? )([\d.]+)`)
	key      = regexp.MustCompile(`(?:^|[\s{,])([a-z][a-z0-9_]+):(?:\s|$)`)
	flowList = regexp.MustCompile(`\[[^\[\]]*,[^\[\]]*\]`)
	item     = regexp.MustCompile(`^\s*- `)
)

var slips = []slip{
	{"full-width sign", widened(func(c rune) bool { return strings.ContainsRune(",:;()~-><[]{}.", c) })},
	{"full-width digit", widened(func(c rune) bool { return c >= '0' && c <= '9' })},
	{"full-width blank", widened(func(c rune) bool { return c == ' ' })},
	{"、 for a comma", replaced(regexp.MustCompile(`, ?`), func(*rand.Rand, string) string { return "、" })},
	{"zero-width character", func(r *rand.Rand, lines []string, at int) []string {
		line := []rune(lines[at])
		k := r.IntN(len(line) + 1)
		return with(lines, at, string(line[:k])+"\u200b"+string(line[k:]))
	}},
	{"dash lost", replaced(item, func(_ *rand.Rand, s string) string { return strings.Replace(s, "- ", "", 1) })},
	{"dash for blanks", replaced(item, func(_ *rand.Rand, s string) string { return strings.Replace(s, "- ", "  ", 1) })},
	{"dash doubled", replaced(item, func(_ *rand.Rand, s string) string { return s + "- " })},
	{"indentation more", func(_ *rand.Rand, lines []string, at int) []string { return with(lines, at, " "+lines[at]) }},
	{"indentation less", func(_ *rand.Rand, lines []string, at int) []string {
		if !strings.HasPrefix(lines[at], " ") {
			return nil
		}
		return with(lines, at, lines[at][1:])
	}},
	{"bounds swapped", replaced(between, func(_ *rand.Rand, s string) string { return between.ReplaceAllString(s, "$3$2$1") })},
	{"digit more", replaced(number, func(r *rand.Rand, s string) string { k := r.IntN(len(s)); return s[:k] + s[k:k+1] + s[k:] })},
	{"digit less", replaced(number, func(r *rand.Rand, s string) string { k := r.IntN(len(s)); return s[:k] + s[k+1:] })},
	{"digit changed", replaced(number, func(r *rand.Rand, s string) string {
		k := r.IntN(len(s))
		if s[k] == '.' {
			k-- // a digit stands before the point
		}
		return s[:k] + string('0'+(s[k]-'0'+1+byte(r.IntN(8)))%10) + s[k+1:]
	})},
	{"point moved", replaced(number, movePoint)},
	{"factor times ten", replaced(regexp.MustCompile(`factor: [\d.]+`), func(r *rand.Rand, s string) string {
		return "factor: " + movePoint(r, strings.TrimPrefix(s, "factor: "))
	})},
	{"list comma lost", replaced(regexp.MustCompile(`, `), func(*rand.Rand, string) string { return " " })},
	{"quote lost", replaced(regexp.MustCompile(`["']`), func(*rand.Rand, string) string { return "" })},
	{"key misspelt", func(r *rand.Rand, lines []string, at int) []string {
		all := key.FindAllStringSubmatchIndex(lines[at], -1)
		if len(all) == 0 {
			return nil
		}
		m := all[r.IntN(len(all))]
		k := m[2] + r.IntN(m[3]-m[2])
		return with(lines, at, lines[at][:k]+lines[at][k+1:])
	}},
	{"row duplicated", func(_ *rand.Rand, lines []string, at int) []string {
		from, to := row(lines, at)
		return slices.Concat(lines[:to], lines[from:to], lines[to:])
	}},
	{"rows swapped", func(_ *rand.Rand, lines []string, at int) []string {
		from, to := row(lines, at)
		if to >= len(lines) {
			return nil
		}
		next, end := row(lines, to)
		return slices.Concat(lines[:from], lines[next:end], lines[from:to], lines[end:])
	}},
	{"row deleted", func(_ *rand.Rand, lines []string, at int) []string {
		from, to := row(lines, at)
		return slices.Concat(lines[:from], lines[to:])
	}},
	{"word lost", replaced(flowList, func(r *rand.Rand, s string) string {
		words := strings.Split(s[1:len(s)-1], ", ")
		k := r.IntN(len(words))
		return "[" + strings.Join(slices.Delete(words, k, k+1), ", ") + "]"
	})},
}

func with(lines []string, at int, line string) []string {
	changed := slices.Clone(lines)
	changed[at] = line
	return changed
}

// widened makes one of the characters full-width.
func widened(of func(rune) bool) func(*rand.Rand, []string, int) []string {
	return func(r *rand.Rand, lines []string, at int) []string {
		line := []rune(lines[at])
		var places []int
		for i, c := range line {
			if of(c) {
				places = append(places, i)
			}
		}
		if len(places) == 0 {
			return nil
		}
		k := places[r.IntN(len(places))]
		line[k] = wide[line[k]]
		return with(lines, at, string(line))
	}
}

// replaced changes one match of the pattern.
func replaced(pattern *regexp.Regexp, change func(*rand.Rand, string) string) func(*rand.Rand, []string, int) []string {
	return func(r *rand.Rand, lines []string, at int) []string {
		all := pattern.FindAllStringIndex(lines[at], -1)
		if len(all) == 0 {
			return nil
		}
		m := all[r.IntN(len(all))]
		return with(lines, at, lines[at][:m[0]]+change(r, lines[at][m[0]:m[1]])+lines[at][m[1]:])
	}
}

// movePoint makes a number ten times larger or smaller.
func movePoint(r *rand.Rand, s string) string {
	whole, fraction, pointed := strings.Cut(s, ".")
	switch {
	case !pointed && r.IntN(2) == 0 || whole == "":
		return s + "0"
	case !pointed:
		return strings.TrimSuffix(whole[:len(whole)-1]+"."+whole[len(whole)-1:], ".")
	case len(fraction) > 1:
		return whole + fraction[:1] + "." + fraction[1:]
	}
	return whole + fraction
}

// row gives the lines of the list item, or the single line, that holds a line.
func row(lines []string, at int) (from, to int) {
	for from = at; from > 0 && !item.MatchString(lines[from]); from-- {
		if !strings.HasPrefix(lines[from], " ") {
			return at, at + 1
		}
	}
	indent := len(lines[from]) - len(strings.TrimLeft(lines[from], " "))
	for to = from + 1; to < len(lines); to++ {
		if body := strings.TrimLeft(lines[to], " "); len(lines[to])-len(body) <= indent {
			break
		}
	}
	if to <= at {
		return at, at + 1
	}
	return from, to
}
