// Package fit makes the model of package evidence from rows whose values are
// known.
package fit

import (
	"math"
	"slices"

	"tijian/ocr/evidence"
)

// A Sample is one row: the values that it may say, and which of them is true.
type Sample struct {
	Set    string
	Rivals []evidence.Basis
	Right  int     // in Rivals; -1 when none is
	Weight float64 // how many rows it counts for
}

const (
	ridge     = 1.0  // by which half the square of a weight lowers the likelihood
	biasRidge = 0.01 // the same of the bias, so that samples without an error have an end
	sweeps    = 200  // over all weights, at most
	still     = 1e-4 // a sweep that moves no weight further is the last
)

// A weight is a number of the model that is fitted: the bias, the weight of a
// code, of a rising fact what a code counts more than the one before, or of a
// probability what its log-odds are multiplied by.
type weight struct {
	value  float64
	rising bool     // not below 0
	terms  [][]term // of each sample
}

// A term is a rival that a weight counts for, and how many times.
type term struct {
	rival int
	times float64
}

// Fit finds the weights under which what is known of the samples is most
// likely. The rivals of a row exclude each other, and none of them may be true
// (a conditional logit); it is solved by Newton's method, one weight at a time.
func Fit(samples []Sample) *evidence.Model {
	weights, name := design(samples)
	scores := make([][]float64, len(samples))
	for i, s := range samples {
		scores[i] = make([]float64, len(s.Rivals))
	}
	for range sweeps {
		moved := 0.0
		for k := range weights {
			penalty := ridge
			if k == 0 {
				penalty = biasRidge
			}
			moved = max(moved, weights[k].improve(samples, scores, penalty))
		}
		if moved < still {
			break
		}
	}
	return name(weights)
}

// design lists the weights, the bias first, and gives a function that makes a
// model of them.
func design(samples []Sample) ([]weight, func([]weight) *evidence.Model) {
	weights := []weight{{terms: make([][]term, len(samples))}}
	first := map[evidence.Fact]int{} // place of a fact's first weight
	for _, q := range evidence.Questions {
		first[q.Fact] = len(weights)
		n := len(q.Codes)
		switch q.Order {
		case evidence.Rising:
			n-- // the other codes count from the first, which is 0
		case evidence.Odds:
			n = 1
		}
		for range n {
			weights = append(weights, weight{rising: q.Order != evidence.Free, terms: make([][]term, len(samples))})
		}
	}
	for i, s := range samples {
		for j, b := range s.Rivals {
			count := func(k int, times float64) { weights[k].terms[i] = append(weights[k].terms[i], term{j, times}) }
			count(0, 1)
			for _, q := range evidence.Questions {
				at := slices.Index(q.Codes, b[q.Fact])
				switch {
				case at < 0:
				case q.Order == evidence.Odds:
					count(first[q.Fact], q.LogOdds(at))
				case q.Order == evidence.Rising:
					for k := range at {
						count(first[q.Fact]+k, 1)
					}
				default:
					count(first[q.Fact]+at, 1)
				}
			}
		}
	}
	return weights, func(weights []weight) *evidence.Model {
		m := &evidence.Model{Bias: weights[0].value, Weights: map[evidence.Fact]map[string]float64{}}
		for _, q := range evidence.Questions {
			own, sum := weights[first[q.Fact]:], 0.0
			m.Weights[q.Fact] = map[string]float64{}
			for i, code := range q.Codes {
				switch {
				case q.Order == evidence.Odds:
					sum = own[0].value * q.LogOdds(i)
				case q.Order == evidence.Free:
					sum = own[i].value
				case i > 0:
					sum += own[i-1].value
				}
				m.Weights[q.Fact][code] = sum
			}
		}
		return m
	}
}

// improve moves one weight to where the likelihood is greatest, as far as its
// curvature tells, and returns by how much.
func (w *weight) improve(samples []Sample, scores [][]float64, penalty float64) float64 {
	slope, curve := -penalty*w.value, penalty
	for i, s := range samples {
		if len(w.terms[i]) == 0 {
			continue
		}
		sum := 1.0
		for _, score := range scores[i] {
			sum += math.Exp(score)
		}
		mean, square, right := 0.0, 0.0, 0.0
		for _, t := range w.terms[i] {
			p := math.Exp(scores[i][t.rival]) / sum
			mean += p * t.times
			square += p * t.times * t.times
			if t.rival == s.Right {
				right = t.times
			}
		}
		slope += s.Weight * (right - mean)
		curve += s.Weight * (square - mean*mean)
	}
	const most = 1.0 // a step
	v := w.value + max(-most, min(most, slope/curve))
	if w.rising {
		v = max(v, 0)
	}
	step := v - w.value
	w.value = v
	for i := range w.terms {
		for _, t := range w.terms[i] {
			scores[i][t.rival] += step * t.times
		}
	}
	return math.Abs(step)
}
