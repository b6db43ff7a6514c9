package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"time"

	"tijian/tools/bench/table"
)

// speed is a line of a Go benchmark that counts bytes.
var speed = regexp.MustCompile(`(?m)^Benchmark(Extract|Segment)(?:/(\d+))?\S*\s+\d+\s+([0-9.]+) ns/op\s+([0-9.]+) MB/s`)

// keywords compares finding keywords with gse alone. gse's dictionary is made
// by package keywords, so its own benchmarks do the measuring, in one process,
// turn by turn, on one core.
func keywords() error {
	command := exec.Command("go", "test", "-run", "^$", "-bench", "^Benchmark(Extract|Segment)$", "-benchtime", "200ms", "-count", "7", "-cpu", "1", "tijian/engine/keywords")
	command.Dir = "../.."
	out, err := command.CombinedOutput()
	if err != nil {
		return fmt.Errorf("keywords: %w\n%s", err, bytes.TrimSpace(out))
	}
	var segment []float64
	var segmentTime []time.Duration
	extract := map[string][]float64{}
	extractTime := map[string][]time.Duration{}
	for _, m := range speed.FindAllStringSubmatch(string(out), -1) {
		took, _ := strconv.ParseFloat(m[3], 64)
		rate, _ := strconv.ParseFloat(m[4], 64)
		if m[1] == "Segment" {
			segment, segmentTime = append(segment, rate), append(segmentTime, time.Duration(took))
			continue
		}
		extract[m[2]], extractTime[m[2]] = append(extract[m[2]], rate), append(extractTime[m[2]], time.Duration(took))
	}
	if len(segment) == 0 || len(extract) == 0 {
		return errors.New("keywords: no benchmark was run")
	}
	sizes := slices.SortedFunc(maps.Keys(extract), func(a, b string) int { return cmp.Compare(number(a), number(b)) })
	for _, size := range sizes {
		ratio := middle(extract[size]) / middle(segment)
		c := table.Comparison{Name: "find keywords in " + size + " characters, than gse alone, by MB/s", Ours: table.Time(middle(extractTime[size])), Ratio: ratio, Goal: "at least 2x faster", Reached: ratio >= 2}
		if len(sizes) == 3 && size == sizes[1] { // the text that gse had
			c.Peer = table.Time(middle(segmentTime))
		}
		table.Show(c)
	}
	return nil
}

func number(text string) int {
	n, _ := strconv.Atoi(text) // matched as digits
	return n
}

func middle[T float64 | time.Duration](values []T) T {
	slices.Sort(values)
	return values[len(values)/2]
}
