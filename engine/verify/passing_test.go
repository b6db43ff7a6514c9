package verify

import (
	"math"
	"testing"
)

func TestPassing(t *testing.T) {
	t.Parallel()
	halving := func(low, high float64, f func(float64) float64, below bool) (float64, float64) {
		for {
			middle := low + (high-low)/2
			if middle <= low || middle >= high {
				return low, high
			}
			if (f(middle) < 0) == below {
				low = middle
			} else {
				high = middle
			}
		}
	}
	for name, f := range map[string]func(float64) float64{
		"power":       func(x float64) float64 { return 141*math.Pow(x/79.6, -1.209) - 60 },
		"line":        func(x float64) float64 { return 3*x - 100 },
		"square":      func(x float64) float64 { return x*x - 1e4 },
		"steep":       func(x float64) float64 { return math.Exp(x/10) - 1e9 },
		"flat":        func(x float64) float64 { return math.Round(x/50) - 3 },
		"undefined":   func(x float64) float64 { return map[bool]float64{true: -1, false: math.NaN()}[x < 17.3] },
		"exactly":     func(x float64) float64 { return x - 128 },
		"at the end":  func(x float64) float64 { return x - 1000 },
		"infinite":    func(x float64) float64 { return map[bool]float64{true: math.Inf(-1), false: 1}[x < 400] },
		"not at zero": func(x float64) float64 { return map[bool]float64{true: -1e-300, false: 1e300}[x < 5] },
	} {
		asked := 0
		low, high := passing(1, 1000, func(x float64) float64 { asked++; return f(x) }, f(1) < 0)
		if l, h := halving(1, 1000, f, f(1) < 0); low != l || high != h || math.Nextafter(low, high) != high {
			t.Errorf("%s: passing() = %v, %v; halving gives %v, %v", name, low, high, l, h)
		}
		t.Logf("%s: asked %d times", name, asked)
	}
}
