package evidence

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"math"
	"sync"

	"gopkg.in/yaml.v3"
)

// A Model knows how much each code of each fact counts.
type Model struct {
	Made      Made                        `yaml:"made"`
	Threshold float64                     `yaml:"threshold"` // a value less probable is not given
	Unmarked  float64                     `yaml:"unmarked"`  // the same of one that lies outside where the page marks what does
	Bias      float64                     `yaml:"bias"`      // log-odds of a value of which nothing is known
	Weights   map[Fact]map[string]float64 `yaml:"weights"`   // log-odds added
}

// Made is where a model comes from.
type Made struct {
	Command string   `yaml:"command"`
	On      string   `yaml:"on"` // day
	Sets    []string `yaml:"sets"`
}

//go:embed model.yaml
var embedded []byte

// Embedded gives the model that this program is built with, parsed once.
var Embedded = sync.OnceValues(func() (*Model, error) { return Parse(bytes.NewReader(embedded)) })

// Parse reads a model. It returns an error unless the model has a weight for
// each code of each fact, and for nothing else.
func Parse(r io.Reader) (*Model, error) {
	d := yaml.NewDecoder(r)
	d.KnownFields(true)
	m := &Model{}
	if err := d.Decode(m); err != nil {
		return nil, fmt.Errorf("evidence model: %w", err)
	}
	if m.Threshold <= 0 || m.Unmarked < m.Threshold || m.Unmarked >= 1 {
		return nil, fmt.Errorf("evidence model: threshold %v and unmarked %v, want them between 0 and 1 and the second no lower", m.Threshold, m.Unmarked)
	}
	known := 0
	for _, q := range Questions {
		known += len(q.Codes)
		for _, code := range q.Codes {
			if w, ok := m.Weights[q.Fact][code]; !ok || math.IsNaN(w) || math.IsInf(w, 0) {
				return nil, fmt.Errorf("evidence model: %s: %s has no weight", q.Fact, code)
			}
		}
	}
	for _, codes := range m.Weights {
		known -= len(codes)
	}
	if known != 0 {
		return nil, fmt.Errorf("evidence model: %d weights too many", -known)
	}
	return m, nil
}

// Score is the log-odds of a value before its rivals are looked at.
func (m *Model) Score(b Basis) float64 {
	score := m.Bias
	for fact, code := range b {
		score += m.Weights[fact][code]
	}
	return score
}

// Enough reports whether a value of basis b and probability p is given. Missing
// a value that is far from normal is better than making one up: a first digit
// that two readers lost gives a value outside the interval that the page did not
// mark.
func (m *Model) Enough(b Basis, p float64) bool {
	if b[Mark] == Missing {
		return p >= m.Unmarked
	}
	return p >= m.Threshold
}

// Probabilities gives for each of a row's rival values how probable it is that
// the row says it. They add up to less than 1: the row may say none of them.
func (m *Model) Probabilities(rivals []Basis) []float64 {
	odds := make([]float64, len(rivals))
	sum := 1.0
	for i, b := range rivals {
		odds[i] = math.Exp(m.Score(b))
		sum += odds[i]
	}
	for i := range odds {
		odds[i] /= sum
	}
	return odds
}
