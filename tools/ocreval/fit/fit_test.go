package fit

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"tijian/ocr/evidence"
	"tijian/ocr/result"
)

// draw makes rows of two rivals that say what a model finds probable.
func draw(m *evidence.Model, n int) []Sample {
	rng := rand.New(rand.NewPCG(1, 2))
	var all []Sample
	for range n {
		s := Sample{Weight: 1, Right: -1}
		for range 2 {
			b := evidence.Basis{}
			for _, q := range evidence.Questions {
				if rng.IntN(4) > 0 {
					b[q.Fact] = q.Codes[rng.IntN(len(q.Codes))]
				}
			}
			s.Rivals = append(s.Rivals, b)
		}
		u := rng.Float64()
		for i, p := range m.Probabilities(s.Rivals) {
			if u -= p; u < 0 {
				s.Right = i
				break
			}
		}
		all = append(all, s)
	}
	return all
}

// TestFit: the weights that made the rows are found again.
func TestFit(t *testing.T) {
	truth := &evidence.Model{Bias: -0.5, Weights: map[evidence.Fact]map[string]float64{}}
	for i, q := range evidence.Questions {
		truth.Weights[q.Fact] = map[string]float64{}
		for k, code := range q.Codes {
			truth.Weights[q.Fact][code] = float64((i+k)%3) - 1
			switch q.Order {
			case evidence.Rising:
				truth.Weights[q.Fact][code] = 0.5 * float64(k)
			case evidence.Odds:
				truth.Weights[q.Fact][code] = 0.4 * q.LogOdds(k)
			}
		}
	}
	samples := draw(truth, 4000)
	got := Fit(samples)
	worst, sum, n := 0.0, 0.0, 0.0
	for _, s := range samples {
		want := truth.Probabilities(s.Rivals)
		for i, p := range got.Probabilities(s.Rivals) {
			worst = max(worst, math.Abs(p-want[i]))
			sum += math.Abs(p - want[i])
			n++
		}
	}
	if worst > 0.3 || sum/n > 0.035 {
		t.Errorf("probabilities differ by up to %.3f, %.4f on average", worst, sum/n)
	}
}

// TestRising: where the rows say that a better code is worth less, it is worth
// nothing.
func TestRising(t *testing.T) {
	var samples []Sample
	for i := range 100 {
		s := Sample{Weight: 1, Right: -1, Rivals: []evidence.Basis{{evidence.Row: evidence.Level}}}
		if i%2 == 0 {
			s.Rivals[0][evidence.Row], s.Right = evidence.Askew, 0
		}
		samples = append(samples, s)
	}
	w := Fit(samples).Weights[evidence.Row]
	if w[evidence.Askew] != 0 || w[evidence.Level] != 0 {
		t.Errorf("got %v, want no weight", w)
	}
}

func TestSamples(t *testing.T) {
	full := result.Full{
		"urea":    {{Rivals: []result.Rival{{Value: 4}, {Value: 40}}}, {}},
		"glucose": {{Rivals: []result.Rival{{Value: 5}}}},
		"mcv":     {{Rivals: []result.Rival{{Value: 90}}}},
	}
	got := map[int]int{}
	for _, s := range Samples(full, map[string]float64{"urea": 40, "glucose": 6}, func(name string) bool { return name == "mcv" }) {
		got[s.Right]++
	}
	if len(got) != 2 || got[1] != 1 || got[-1] != 1 {
		t.Errorf("got %v, want one row whose second value is right and one without", got)
	}
}

func TestWrite(t *testing.T) {
	m, err := evidence.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Write(&b, m); err != nil {
		t.Fatal(err)
	}
	again, err := evidence.Parse(&b)
	if err != nil || again.Score(evidence.Basis{evidence.Ink: evidence.Whole}) != m.Score(evidence.Basis{evidence.Ink: evidence.Whole}) {
		t.Errorf("%+v, %v", again, err)
	}
	b.Reset()
	if err := Table(&b, "drawn", m, draw(m, 50)); err != nil || !strings.Contains(b.String(), "observed") || strings.Count(b.String(), "\n") < 5 {
		t.Errorf("%v:\n%s", err, b.String())
	}
}
