package compact

import (
	"image"
	"math"
)

// A Char is one character that was read.
type Char struct {
	Rune   rune
	P      float64 // its probability, 0 to 1
	Second rune    // the next likely one in its place, 0 when that is none
	P2     float64
	X0, X1 int // columns of the picture where it was seen, X1 not among them
}

// A Reading is what stands on a line.
type Reading struct {
	Text       string  // characters outside the alphabet are Unknown
	Confidence float64 // probability of the whole text, 0 to 1; 0 for none
	Chars      []Char
}

// Read reads a picture of a line, dark on light, of the net's height. The
// answer is empty where nothing is read, for a picture without columns, wider than
// 8,192 pixels or of another height than the net reads, and where numbers grew beyond what can
// be compared. Each frame's likeliest class is taken, repeated ones are one character, blanks
// none; the confidence is the probability of the text over all its alignments,
// so that a character that was almost left out lowers it as much as one that
// was almost another (Graves et al., Connectionist Temporal Classification,
// 2006, sections 3.2 and 4.1).
func (n *Net) Read(g *image.Gray) Reading { return n.ReadAll([]*image.Gray{g})[0] }

// ReadAll reads pictures as Read does, many of them in less time.
func (n *Net) ReadAll(pictures []*image.Gray) []Reading {
	out := make([]Reading, len(pictures))
	n.run(pictures, kind, func(i int, a answer) { out[i] = n.decode(a, pictures[i].Rect.Dx()) })
	return out
}

// decode reads the network's answer for a picture of some width.
func (n *Net) decode(a answer, width int) Reading {
	var out Reading
	f := newFrames(a, len(n.alphabet)+1)
	for _, norm := range f.norm {
		if math.IsNaN(norm) {
			return out
		}
	}
	column := func(t int) int { return min(t*n.stride, width) } // the last frames may lie in padding
	var labels []int
	last := 0
	for t := range a.frames {
		best := int(f.best[t])
		switch {
		case best == 0:
		case best == last:
			c := &out.Chars[len(out.Chars)-1]
			c.X1 = column(t + 1)
			if p := f.p(t, best); p > c.P {
				c.P = p
				c.Second, c.P2 = n.second(&f, t)
			}
		default:
			c := Char{Rune: n.alphabet[best-1], P: f.p(t, best), X0: column(t), X1: column(t + 1)}
			c.Second, c.P2 = n.second(&f, t)
			out.Chars = append(out.Chars, c)
			labels = append(labels, best)
		}
		last = best
	}
	if len(out.Chars) == 0 {
		return out
	}
	text := make([]rune, len(out.Chars))
	for i, c := range out.Chars {
		text[i] = c.Rune
	}
	out.Text, out.Confidence = string(text), min(1, f.likelihood(labels))
	return out
}

// second is the likeliest character but one of a frame.
func (n *Net) second(f *frames, t int) (rune, float64) {
	at := 0
	for k := 1; k < f.classes; k++ {
		if k != int(f.best[t]) && (at == 0 || f.of(k)[t] > f.of(at)[t]) {
			at = k
		}
	}
	if at == 0 {
		return 0, 0
	}
	return n.alphabet[at-1], f.p(t, at)
}

// frames are the classes' probabilities along a line.
type frames struct {
	answer
	classes int
	best    []int32   // likeliest class of each frame
	norm    []float64 // by which to divide; NaN where a logit is no number
	top     []float32
}

func newFrames(a answer, classes int) frames {
	f := frames{a, classes, make([]int32, a.frames), make([]float64, a.frames), make([]float32, a.frames)}
	if a.frames == 0 {
		return f
	}
	norm := f.norm
	for _, k := range f.compare() {
		for t, v := range f.of(int(k)) {
			if d := v - f.top[t]; d > leastSeen {
				norm[t] += math.Exp(float64(d))
			} else if d != d {
				norm[t] = math.NaN()
			}
		}
	}
	return f
}

// leastSeen is the logarithm of a class's probability beside the likeliest one's
// from which on it adds something to the sum.
const leastSeen = -14

func (f *frames) p(t, class int) float64 {
	return math.Exp(float64(f.of(class)[t]-f.top[t])) / f.norm[t]
}

// likelihood sums the probabilities of all alignments of labels with the
// frames: with or without a blank between two labels, where they differ.
func (f *frames) likelihood(labels []int) float64 {
	states := 2*len(labels) + 1
	now, next := make([]float64, states), make([]float64, states)
	now[0] = 1
	scale := 0.0 // logarithm of what was divided out
	for t := range f.frames {
		sum, blank := 0.0, f.p(t, 0)
		for s := range states {
			v := now[s]
			if s > 0 && (t > 0 || s == 1) {
				v += now[s-1]
			}
			if t > 0 && s > 2 && s%2 == 1 && labels[s/2] != labels[s/2-1] {
				v += now[s-2]
			}
			switch {
			case v == 0: // not reached yet
			case s%2 == 0:
				v *= blank
			default:
				v *= f.p(t, labels[s/2])
			}
			next[s] = v
			sum += v
		}
		if sum == 0 {
			return 0
		}
		for s := range next {
			next[s] /= sum
		}
		scale += math.Log(sum)
		now, next = next, now
	}
	return math.Exp(scale) * (now[states-1] + now[states-2])
}
