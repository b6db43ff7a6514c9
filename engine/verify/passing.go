package verify

import "math"

// passing finds the two neighbouring numbers between which a function that only
// rises or only falls passes 0: it is below 0 up to the first, where below says
// so, else from the second on. What is no number counts as not below.
//
// A guess where the line through both ends passes 0 (regula falsi, Illinois
// variant: Dowell and Jarratt, BIT 11, 1971, 168) is near after a few steps,
// where halving takes fifty; once three steps took away less than half each,
// halving has its turn.
func passing(low, high float64, f func(float64) float64, below bool) (float64, float64) {
	atLow, atHigh := f(low), f(high)
	slow, rose := 0, false // steps that took little away, in a row; whether low was moved
	for first := true; ; first = false {
		middle := low + (high-low)/2
		if middle <= low || middle >= high {
			return low, high
		}
		guess := low + (high-low)*(atLow/(atLow-atHigh))
		if slow > 2 || math.IsNaN(guess) {
			guess = middle
		}
		guess = max(math.Nextafter(low, high), min(guess, math.Nextafter(high, low)))
		width, y := high-low, f(guess)
		rises := (y < 0) == below
		weight := 1.0 // of the end that stays: less, when it stayed before
		if !first && rises == rose {
			weight = 0.5
		}
		if rose = rises; rises {
			low, atLow, atHigh = guess, y, atHigh*weight
		} else {
			high, atHigh, atLow = guess, y, atLow*weight
		}
		if slow++; high-low <= width/2 {
			slow = 0
		}
	}
}
