// Package table times two ways of doing the same, turn by turn, and prints what
// comes out. A machine's mood changes from one second to the next; the median
// of many short turns side by side does not care.
package table

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"tijian/tools/bench/proc"
)

const (
	rounds = 31
	// turn is how long each way runs at least before the other's turn comes.
	turn = 10 * time.Millisecond
)

// A Comparison is one line: our figure, a peer's, and what is to be reached.
type Comparison struct {
	Name       string
	Ours, Peer Amount  // of one operation; no Peer for a mere limit
	Ratio      float64 // median of the turns' ratios; 0 for none
	Goal       string
	Reached    bool
}

// At is a figure that stands for itself.
func At(name string, ours Amount) Comparison { return Comparison{Name: name, Ours: ours} }

// Below is a figure that is to stay under a limit.
func Below(name string, limit, ours Amount) Comparison {
	return Comparison{Name: name, Ours: ours, Ratio: ours.Value / limit.Value, Goal: "under " + limit.String(), Reached: ours.Value < limit.Value}
}

// Above is a figure that is to be above one.
func Above(name string, least, ours Amount) Comparison {
	return Comparison{Name: name, Ours: ours, Ratio: ours.Value / least.Value, Goal: "at least " + least.String(), Reached: ours.Value >= least.Value}
}

// Faster compares with a slower peer: the ratio is the peer's time to ours and
// should be at least goal, which is none
// when 0.
func Faster(name string, goal float64, ours, peer func()) Comparison {
	c := compare(name, ours, peer)
	if goal > 0 {
		c.Goal, c.Reached = fmt.Sprintf("at least %gx faster", goal), c.Ratio >= goal
	}
	return c
}

// Limit compares with a time.
func Limit(name string, limit time.Duration, ours func()) Comparison {
	n := calibrate(ours)
	var times []time.Duration
	for range rounds {
		times = append(times, run(ours, n))
	}
	return Below(name, Time(limit), Time(median(times)))
}

// Once is Limit for what takes long: three runs.
func Once(name string, limit time.Duration, ours func()) Comparison {
	var times []time.Duration
	for range 3 {
		times = append(times, run(ours, 1))
	}
	return Below(name, Time(limit), Time(median(times)))
}

func compare(name string, ours, peer func()) Comparison {
	return turns(name, rounds, calibrate(ours), calibrate(peer), ours, peer)
}

// turns gives the peer's time to ours.
func turns(name string, rounds, n, m int, ours, peer func()) Comparison {
	var mine, theirs []time.Duration
	var ratios []float64
	for range rounds {
		a, b := run(ours, n), run(peer, m)
		mine, theirs = append(mine, a), append(theirs, b)
		ratios = append(ratios, b.Seconds()/a.Seconds())
	}
	slices.Sort(ratios)
	return Comparison{Name: name, Ours: Time(median(mine)), Peer: Time(median(theirs)), Ratio: ratios[len(ratios)/2]}
}

// calibrate finds how many operations fill a turn.
func calibrate(operation func()) int {
	n := 1
	for {
		start := time.Now()
		for range n {
			operation()
		}
		if took := time.Since(start); took >= turn || n > 1<<24 {
			return n
		}
		n *= 2
	}
}

// run gives the time of one of n operations. It clears away first what others
// left behind.
func run(operation func(), n int) time.Duration {
	runtime.GC()
	start := time.Now()
	for range n {
		operation()
	}
	return time.Since(start) / time.Duration(n)
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

// JSON is the variable that has Show write JSON, one object a line, where it is
// not empty.
const JSON = "TIJIAN_BENCH_JSON"

func machine() bool { return os.Getenv(JSON) != "" }

const format = "%s %10s %10s %8s  %-22s %-11s %5s\n"

// Heading prints the heading of the table.
func Heading() {
	if !machine() {
		fmt.Printf(format, pad("name"), "ours", "peer", "ratio", "goal", "", "load")
	}
}

// Aside is where lines go that are no part of the table.
func Aside() io.Writer {
	if machine() {
		return os.Stderr
	}
	return os.Stdout
}

// Show prints lines as they come, with the machine's load beside them.
func Show(lines ...Comparison) {
	for i := range lines {
		if machine() {
			lines[i].json()
		} else {
			lines[i].print()
		}
	}
}

func (c *Comparison) print() {
	ratio, reached := "", "reached"
	if c.Ratio > 0 {
		ratio = fmt.Sprintf("%.2f", c.Ratio)
	}
	switch {
	case c.Goal == "":
		reached = ""
	case !c.Reached:
		reached = "not reached"
	}
	fmt.Printf(format, pad(c.Name), c.Ours, c.Peer, ratio, c.Goal, reached, proc.Load())
}

func (c *Comparison) json() {
	line := struct {
		Name    string  `json:"name"`
		Unit    Unit    `json:"unit"`
		Ours    float64 `json:"ours"`
		Peer    float64 `json:"peer,omitzero"`
		Ratio   float64 `json:"ratio,omitzero"`
		Goal    string  `json:"goal,omitzero"`
		Reached *bool   `json:"reached,omitzero"`
		Load    string  `json:"load"`
	}{Name: c.Name, Unit: c.Ours.Unit, Ours: c.Ours.Value, Peer: c.Peer.Value, Ratio: c.Ratio, Goal: c.Goal, Load: proc.Load()}
	if c.Goal != "" {
		line.Reached = &c.Reached
	}
	if err := json.NewEncoder(os.Stdout).Encode(line); err != nil {
		panic(err) // a ratio that is no number
	}
}

func pad(name string) string {
	return name + strings.Repeat(" ", max(0, 72-utf8.RuneCountInString(name)))
}
