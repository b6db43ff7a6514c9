package table

import (
	"fmt"
	"time"
)

// A Unit of amounts.
type Unit string

// The units that figures come in.
const (
	Seconds Unit = "s"
	Octets  Unit = "B"
	Rate    Unit = "/s"
)

// An Amount is a figure in its unit; without one there is none.
type Amount struct {
	Value float64
	Unit  Unit
}

// Time is an amount of it.
func Time(d time.Duration) Amount { return Amount{d.Seconds(), Seconds} }

// Bytes is an amount of memory.
func Bytes(n int64) Amount { return Amount{float64(n), Octets} }

// PerSecond is how often something is done.
func PerSecond(n float64) Amount { return Amount{n, Rate} }

func (a Amount) String() string {
	x := a.Value
	switch {
	case a.Unit == "":
		return "-"
	case a.Unit == Seconds && x < 1:
		return short(x)
	case a.Unit == Seconds:
		return fmt.Sprintf("%.2f s", x)
	case a.Unit == Rate:
		return fmt.Sprintf("%.0f/s", x)
	case x >= 1<<30:
		return fmt.Sprintf("%.1f G%s", x/(1<<30), a.Unit)
	}
	return fmt.Sprintf("%.0f M%s", x/(1<<20), a.Unit)
}

// short writes what is less than a second.
func short(seconds float64) string {
	switch {
	case seconds >= 1e-3:
		return fmt.Sprintf("%.2f ms", seconds*1e3)
	case seconds >= 1e-6:
		return fmt.Sprintf("%.2f µs", seconds*1e6)
	}
	return fmt.Sprintf("%.0f ns", seconds*1e9)
}
