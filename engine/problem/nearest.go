package problem

import (
	"slices"
	"strings"
)

// Nearest finds the candidate most like word, for "did you mean": "" when none
// is near enough. Distance is Damerau's with adjacent transpositions (optimal
// string alignment), counted in characters; at most a third of the word may
// differ.
func Nearest(word string, candidates []string) string {
	if all := AllNearest(word, candidates); len(all) > 0 {
		return all[0]
	}
	return ""
}

// AllNearest finds the candidates most like word: more than one where several
// are equally near, sorted.
func AllNearest(word string, candidates []string) []string {
	target := []rune(strings.ToLower(word))
	var best []string
	bestDistance := max(1, len(target)/3)
	sorted := slices.Clone(candidates)
	slices.Sort(sorted) // the same answer whatever order a map gave
	for _, c := range slices.Compact(sorted) {
		if c == word {
			continue
		}
		switch d := distance(target, []rune(strings.ToLower(c)), bestDistance+1); {
		case d < bestDistance:
			best, bestDistance = []string{c}, d
		case d == bestDistance:
			best = append(best, c)
		}
	}
	return best
}

// distance stops counting at limit.
func distance(a, b []rune, limit int) int {
	if max(len(a)-len(b), len(b)-len(a)) >= limit {
		return limit
	}
	before, previous, current := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range previous {
		previous[j] = j
	}
	for i := 1; i <= len(a); i++ {
		current[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			current[j] = min(previous[j]+1, current[j-1]+1, previous[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				current[j] = min(current[j], before[j-2]+1)
			}
		}
		before, previous, current = previous, current, before
	}
	return min(previous[len(b)], limit)
}
