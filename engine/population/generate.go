package population

import (
	"iter"
	"math"
	"math/rand/v2"
	"time"

	"tijian/engine/assess"
	"tijian/engine/lattice"
)

// examined is the time of every generated examination.
var examined = time.Date(2026, 1, 15, 8, 0, 0, 0, time.UTC)

// Requests makes n persons with samples. The same seed gives the same persons.
func (m *Model) Requests(n int, seed uint64) iter.Seq[*assess.Request] {
	return func(yield func(*assess.Request) bool) {
		for i := range n {
			if !yield(m.one(seed, uint64(i))) {
				return
			}
		}
	}
}

// one makes the i-th person. Each has a stream of their own, so that one more
// value for one does not change all the others.
func (m *Model) one(seed, i uint64) *assess.Request {
	return (&draw{Model: m, random: rand.New(rand.NewPCG(seed, i))}).person()
}

type draw struct {
	*Model
	random  *rand.Rand
	request *assess.Request
	age     float64
	woman   bool
	factors []float64
	holds   []bool // conditions
}

func (d *draw) yes(share float64) bool { return d.random.Float64() < share }

func (d *draw) person() *assess.Request {
	d.woman = d.yes(d.women)
	d.age = d.years()
	d.request = &assess.Request{Person: assess.Person{At: examined, Sex: assess.Male, Arguments: map[string]any{}}, NoTrace: true}
	if d.woman {
		d.request.Sex = assess.Female
	}
	// Born within the year that makes the completed age.
	d.request.Born = examined.AddDate(-int(d.age), 0, -int(364*(d.age-math.Floor(d.age))))
	d.factors = make([]float64, d.Model.factors)
	for i := range d.factors {
		d.factors[i] = d.random.NormFloat64()
	}
	d.holds = make([]bool, len(d.conditions))
	for i := range d.conditions {
		d.condition(i)
	}
	for _, a := range d.arguments {
		d.argument(a)
	}
	for i := range d.samples {
		d.sample(&d.samples[i])
	}
	d.cohere()
	return d.request
}

// years draws an age, evenly within its band.
func (d *draw) years() float64 {
	total := 0.0
	for _, p := range d.ages {
		total += p.y
	}
	u := d.random.Float64() * total
	for i, p := range d.ages {
		if u < p.y || i == len(d.ages)-1 {
			end := float64(d.oldest + 1)
			if i+1 < len(d.ages) {
				end = d.ages[i+1].at
			}
			return p.at + (end-p.at)*d.random.Float64()
		}
		u -= p.y
	}
	return float64(d.oldest)
}

// latent is a standard normal number with its share of the hidden factors.
func (d *draw) latent(w *weights) float64 {
	z := w.own * d.random.NormFloat64()
	for _, l := range w.factors {
		z += l.by * d.factors[l.factor]
	}
	return z
}

func (d *draw) condition(i int) {
	c := &d.conditions[i]
	line := c.men
	if d.woman {
		line = c.women
	}
	// The upper end of the latent number has the condition.
	d.holds[i] = above(d.latent(&c.weights)) < at(line, d.age) && (c.among < 0 || d.holds[c.among])
	amount := 0.0
	if c.amount != nil {
		amount = max(1, math.Round(c.amount.Mean+c.amount.SD*d.random.NormFloat64()))
	}
	if !d.holds[i] {
		return
	}
	if holds := d.request.BackgroundNamed(c.name); holds != nil {
		*holds = true
	} else {
		d.request.SmokeDaily = amount
	}
}

// at reads a line at an age, straight between its points and level beyond.
func at(line []point, age float64) float64 {
	for i, p := range line {
		if age <= p.at {
			if i == 0 {
				return p.y
			}
			before := line[i-1]
			return before.y + (p.y-before.y)*(age-before.at)/(p.at-before.at)
		}
	}
	if len(line) == 0 {
		return 0
	}
	return line[len(line)-1].y
}

// above is the share of a standard normal population above z.
func above(z float64) float64 { return math.Erfc(z/math.Sqrt2) / 2 }

func (d *draw) argument(a *argumentEntry) {
	sent, u := d.yes(a.Sent), d.random.Float64()
	if !sent {
		return
	}
	if len(a.Words) == 0 {
		d.request.Arguments[a.Path.Value] = u < a.Yes
		return
	}
	for i, word := range a.Words {
		if u < word.Value || i == len(a.Words)-1 {
			d.request.Arguments[a.Path.Value] = word.Key.Value
			return
		}
		u -= word.Value
	}
}

// middle is the age at which means hold.
const middle = 45

func (d *draw) sample(s *sample) {
	z, sent := d.latent(&s.weights), d.yes(s.sent)
	for _, l := range s.shift {
		if d.holds[l.factor] {
			z += l.by
		}
	}
	t := s.men
	if d.woman {
		t = s.women
	}
	x := 0.0
	switch {
	case !sent:
		return
	case len(s.grades) > 0:
		x = grade(s.grades, above(z))
	case t == nil:
		return // not measured in this sex
	case s.log:
		x = t.Mean * (1 + t.Year*(d.age-middle)) * math.Pow(t.SD, z)
	default:
		x = t.Mean + t.Year*(d.age-middle) + t.SD*z
	}
	x = lattice.Printed(x, s.indicator.Decimals)
	if x < s.indicator.Plausible[0] || x > s.indicator.Plausible[1] {
		return
	}
	d.request.Samples = append(d.request.Samples, assess.Sample{Name: s.indicator.Name, Unit: s.indicator.Unit, Value: x})
}

// grade picks the grade for a share counted from the top.
func grade(grades []point, share float64) float64 {
	for i := len(grades) - 1; i > 0; i-- {
		if share < grades[i].y {
			return grades[i].at
		}
		share -= grades[i].y
	}
	return grades[0].at
}
